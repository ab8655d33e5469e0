/** The outcome of one test, as both reporters of the mutation tests write it. */
export type TestOutcome = {
  readonly name: string;
  readonly file: string | undefined;
  readonly passed: boolean;
  /** The type of the failure: `testCodeFailure` for a failed assertion. */
  readonly failure: string | undefined;
  readonly message: string;
};
