/** The outcome of one test, as both reporters of the mutation tests write it. */
export type TestOutcome = {
  readonly name: string;
  readonly file: string | undefined;
  readonly passed: boolean;
  /** How it failed: `testCodeFailure` when an assertion of its own did. */
  readonly failure: string | undefined;
  readonly message: string;
};
