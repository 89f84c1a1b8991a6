/** Whose turn it is: `input` is mended in the user's files, `environment` on the machine. */
export type ErrorKind = "input" | "environment" | "cancelled";

export type Complaint = {
  /** What happened, in one sentence. */
  what: string;
  /** Why it happened or why it matters; left out when `what` says it all. */
  why?: string;
  /** The next thing that the reader can do. */
  remedy: string;
};

/**
 * Every failure that a user may see. The entry points print the three sentences and choose the exit code by
 * `kind`; anything that is not a GateError is a defect of this program and is reported as one.
 */
export class GateError extends Error {
  override readonly name = "GateError";
  readonly kind: ErrorKind;
  readonly what: string;
  readonly why: string | undefined;
  readonly remedy: string;

  constructor(kind: ErrorKind, complaint: Complaint, options: { cause?: unknown } = {}) {
    super(complaint.what, options);
    this.kind = kind;
    this.what = complaint.what;
    this.why = complaint.why;
    this.remedy = complaint.remedy;
  }
}
