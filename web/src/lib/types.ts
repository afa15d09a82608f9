// What the server says, by the names the page uses. Everything is generated from the server's own
// types (`cargo xtask types --bless`); the page knows no game, all that it draws is in here.

import type * as schema from "./schema";

export type {
  Badge, Board, Catalogue, Cell, ErrorBody, Found, Game, Glyph, ItemKind, Layer, Overlay, Paint, Panel, Piece, Ribbon, Scene,
  Listed, Outcome, Pace, Target, Variant, Wish,
} from "./schema";

export type Guide = schema.GuideView;
export type Shown = schema.Shown;
export type Point = schema.Cell["centre"];
export type MoveInput = schema.InputView;
export type Node = schema.NodeView;
export type Proposal = schema.ProposalView;
export type Score = schema.ScoreView;
export type Clock = schema.ClockView;
export type Grade = schema.GradeView;

/** Messages are told apart by their type. */
export type State = schema.State & { type: "state" };
export type Analysis = schema.AnalysisView & { type: "analysis" };
