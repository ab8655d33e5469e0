/** A piece of text that stands exactly once in its file, and what a hand that slips makes of it. */
export type Change = {
  readonly file: string;
  readonly text: string;
  readonly becomes: string;
};

/** A test by its file and its whole name. */
export type NamedTest = { readonly file: string; readonly test: string };

/** A bug that somebody might write, and the test that must turn red for it. */
export type Bug = Change & {
  readonly name: string;
  /** The promise that it breaks, by its number, or the rule in plain words. */
  readonly breaks: string;
  /** Where the same rule is held in a second place as well: the bug is planted in both. */
  readonly also?: readonly Change[];
  readonly red: NamedTest & {
    /** What the test must say when it is red, so that it is red for this bug and for no other of the same build. */
    readonly says?: string;
  };
  /** A browser test that goes where the bug shows, for a test that looks through what was served. It stays green. */
  readonly visits?: NamedTest;
  /** Bugs with the same word here are planted together, so that one build serves them all. */
  readonly build?: string;
};

/** Tests that need a storefront which was built and runs: those in a browser, and those that ask it over HTTP. */
const NEEDS_BUILD = /^(e2e\/.+\.spec\.ts|test\/(leak|contract)\/.+)$/;

export const needsBuild = ({ red }: Bug): boolean => NEEDS_BUILD.test(red.file);

/** Every place where the bug no longer fits, a line each: the text has gone, or stands more than once. */
export function misfits(bug: Bug, read: (file: string) => string | undefined): readonly string[] {
  return [bug, ...(bug.also ?? [])].flatMap(({ file, text }) => {
    const times = (read(file) ?? "").split(text).length - 1;
    return times === 1 ? [] : [`${bug.name}: its text stands ${times} times in ${file}, and must stand there once`];
  });
}
