import type { Answer } from "./client.ts";

/** Ends a check: the service does otherwise than the statement says. */
export class Violation extends Error {
  readonly expected: string;
  readonly came: string;
  readonly answer: Answer | undefined;

  constructor(expected: string, came: string, answer?: Answer) {
    super(`expected ${expected}, and ${came} came`);
    this.expected = expected;
    this.came = came;
    this.answer = answer;
  }
}

/** Ends a check: the statement does not apply here, with the reason. */
export class NotApplicable extends Error {}

/** A request got no answer: no connection, a broken one, or a time-out. */
export class NoAnswer extends Error {
  /** The code of the system or of TLS, such as ECONNREFUSED. */
  readonly code: string;

  constructor(call: string, code: string) {
    super(`${call} got no answer (${code})`);
    this.code = code;
  }
}

/** The target cannot be tested, or can no longer be: its address, certificate, credential or connection. */
export class UnusableTarget extends Error {}
