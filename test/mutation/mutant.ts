/** A piece of text that occurs exactly once in its file, and its replacement. */
export type Change = {
  readonly file: string;
  readonly text: string;
  readonly becomes: string;
};

/** A test by its file and its whole name. */
export type NamedTest = { readonly file: string; readonly test: string };

/** A bug that a programmer might write, and the test that must fail for it. */
export type Mutant = Change & {
  readonly name: string;
  /** The promise that it breaks, by its number, or the rule in plain words. */
  readonly breaks: string;
  /** Further places that enforce the same rule: all are changed together. */
  readonly also?: readonly Change[];
  readonly red: NamedTest & {
    /** Part of the message with which the test must fail, which tells the mutants of one build apart. */
    readonly says?: string;
  };
  /** A browser test that opens the affected page, for a test that searches what was served. It passes. */
  readonly visits?: NamedTest;
  /** Mutants with the same word here share one build. */
  readonly build?: string;
};

/** Tests that need a built and running storefront: browser tests, and tests that call it over HTTP. */
const NEEDS_BUILD = /^(e2e\/.+\.spec\.ts|test\/(leak|contract)\/.+)$/;

export const needsBuild = ({ red }: Mutant): boolean => NEEDS_BUILD.test(red.file);

/** Returns a line for each place where the mutant no longer fits: its text is missing, or occurs more than once. */
export function misfits(mutant: Mutant, read: (file: string) => string | undefined): readonly string[] {
  return [mutant, ...(mutant.also ?? [])].flatMap(({ file, text }) => {
    const times = (read(file) ?? "").split(text).length - 1;
    return times === 1 ? [] : [`${mutant.name}: its text occurs ${times} times in ${file}, and must occur once`];
  });
}
