/** Everything this package refuses: `kind` for programs, `message` for people. */
export class TakebackError extends Error {
  constructor(kind, message, options) {
    super(message, options);
    this.name = "TakebackError";
    this.kind = kind;
  }
}
