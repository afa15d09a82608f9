export type Color = "r" | "b";
export type PieceSymbol = "c" | "i" | "t" | "m" | "e" | "a" | "g" | "s" | "f" | "n" | "h";
export type Square = string;
export interface Piece { color: Color; type: PieceSymbol; heroic?: boolean; carrying?: Piece[] }

export const RED: "r";
export const BLUE: "b";
export const COMMANDER: "c";
export const INFANTRY: "i";
export const TANK: "t";
export const MILITIA: "m";
export const ENGINEER: "e";
export const ARTILLERY: "a";
export const ANTI_AIR: "g";
export const MISSILE: "s";
export const AIR_FORCE: "f";
export const NAVY: "n";
export const HEADQUARTER: "h";
export const DEFAULT_POSITION: string;
export const EMPTY_POSITION: string;
export const SQUARE_MAP: Readonly<Record<Square, number>>;
export const NAVY_MASK: Uint8Array;
export const LAND_MASK: Uint8Array;
export const FLAGS: Readonly<Record<"NORMAL" | "CAPTURE" | "STAY_CAPTURE" | "SUICIDE_CAPTURE" | "DEPLOY" | "COMBINATION", string>>;
export const BITS: Readonly<Record<keyof typeof FLAGS, number>>;
export const ROLE_TO_SYMBOL: Readonly<Record<string, PieceSymbol>>;
export const SYMBOL_TO_ROLE: Readonly<Record<PieceSymbol, string>>;
export const SEVEN_TAG_ROSTER: Readonly<Record<string, string>>;
export function algebraic(square: number): Square;
export function file(square: number): number;
export function rank(square: number): number;
export function isSquareOnBoard(square: number): boolean;
export function swapColor(color: Color): Color;
export function isDigit(character: string): boolean;
export function getMovementMask(type: PieceSymbol): Uint8Array;
export function flattenPiece(piece: Piece): Piece[];

export interface FenError {
  category: "structure" | "lexical" | "terrain" | "combination" | "semantic";
  code: string;
  message: string;
  location?: { rank: number; context?: string; square?: Square };
}
export interface FenVerdict { valid: boolean; errors: FenError[] }
export function validateFenString(fen: string, options?: { checkSemantics?: boolean; throwOnError?: boolean }): FenVerdict;

export interface MoveRequest { from: Square; to: Square; piece?: PieceSymbol; stay?: boolean; deploy?: boolean }
export interface InternalMove {
  color: Color; from: number; to: number; piece: Piece; captured?: Piece[]; combined?: Piece; flags: number;
}

export class MoveResult {
  color: Color;
  from: Square;
  to: Square | Map<Square, Piece>;
  piece: Piece;
  flags: string;
  before: string;
  after: string;
  captured?: Piece[];
  completed: boolean;
  stay?: boolean;
  san: string;
  lan: string;
  readonly isDeploy: boolean;
  readonly isCapture: boolean;
  readonly isStayCapture: boolean;
  readonly isSuicideCapture: boolean;
  getHighlightSquares(): Square[];
}

export interface DeployStateView {
  stackSquare: number;
  turn: Color;
  originalPiece: Piece;
  movedPieces: { piece: Piece; from: Square; to: Square; captured?: Piece[] }[];
  remainingPieces: Piece[];
  stayPiece: Piece | null;
  canCommit: boolean;
  isComplete: boolean;
}

export interface DeploySession extends DeployStateView {
  isDeploy: true;
  remaining: Piece[];
  moves: InternalMove[];
  commands: { move: InternalMove }[];
  startFEN: string;
}

export class CoTuLenh {
  constructor(fen?: string, options?: { skipLastGuardPromotion?: false });
  static checkFen(fen: string, options?: { checkSemantics?: boolean; throwOnError?: boolean }): FenVerdict;
  load(fen: string, options?: { skipValidation?: boolean; preserveHeaders?: boolean }): void;
  clear(options?: { preserveHeaders?: boolean }): void;
  fen(includeDeployState?: boolean): string;
  get(square: Square | number, type?: PieceSymbol): Piece | undefined;
  /** @throws where it may not stand, and at a second commander of a side */
  put(piece: Piece, square: Square | number): boolean;
  remove(square: Square | number): Piece | undefined;
  board(): ({ square: Square; type: PieceSymbol; color: Color; heroic: boolean } | null)[][];
  turn(): Color;
  moveNumber(): number;
  halfMoves(): number;
  getCommanderSquare(color: Color): number;
  getHeroicStatus(square: Square | number, type?: PieceSymbol): boolean;
  setHeroicStatus(square: Square | number, type: PieceSymbol | undefined, on: boolean): boolean;
  getMetadata(): { turn: Color; halfMoves: number; moveNumber: number; fen: string };
  getAttackers(square: number, color: Color): { square: number; type: PieceSymbol }[];
  getAirDefenseInfluence(): { r: Map<Square, Square[]>; b: Map<Square, Square[]> };
  moves(options?: { verbose?: false; square?: Square; pieceType?: PieceSymbol }): string[];
  moves(options: { verbose: true; square?: Square; pieceType?: PieceSymbol }): MoveResult[];
  /**
   * `strict`: of texts only the SAN that `moves()` lists. `autoCommit: false`: a deployment that has become complete
   * waits for `commitSession` or `cancelSession`. `legal: false` finds no more than is legal.
   */
  move(move: string | MoveRequest | InternalMove, options?: { strict?: boolean; autoCommit?: boolean; legal?: boolean }): MoveResult;
  undo(): void;
  getSession(): DeploySession | null;
  getDeployState(): DeployStateView | null;
  canCommitSession(): boolean;
  commitSession(): { success: boolean; reason?: string; result?: MoveResult };
  cancelSession(): void;
  isCheck(): boolean;
  isCheckmate(): boolean;
  isStalemate(): boolean;
  isDraw(): boolean;
  isDrawByFiftyMoves(): boolean;
  isThreefoldRepetition(): boolean;
  isCommanderCaptured(): boolean;
  isGameOver(): boolean;
  isCommanderInDanger(color: Color): boolean;
  history(options?: { verbose?: false }): string[];
  history(options: { verbose: true }): MoveResult[];
  pgn(options?: { newline?: string; maxWidth?: number; clocks?: (string | number | undefined)[] }): string;
  loadPgn(text: string, options?: { strict?: boolean }): void;
  setHeader(name: string, value: string): Record<string, string>;
  getHeaders(): Record<string, string>;
  removeHeader(name: string): boolean;
  getComment(): string | undefined;
  setComment(comment: string): void;
  removeComment(): string | undefined;
}
