/** A piece of text that occurs exactly once in its file, and its replacement. */
export type Change = {
  readonly file: string;
  readonly text: string;
  readonly becomes: string;
};

/** A test by its file and its full title. */
export type NamedTest = { readonly file: string; readonly test: string };

/** A planted bug, and the test that must fail for it. */
export type Mutant = Change & {
  readonly name: string;
  /** The promise that it breaks, by its number, or the rule. */
  readonly breaks: string;
  /** Further places that enforce the same rule. All are changed together. */
  readonly also?: readonly Change[];
  readonly red: NamedTest & {
    /** A part of the failing test's message, which distinguishes the mutants of one build. */
    readonly says?: string;
  };
  /** A browser test that opens the affected page and passes, for tests that search the served bytes. */
  readonly visits?: NamedTest;
  /** Mutants with the same value share one build. */
  readonly build?: string;
  /** Where the tests of a build run: in a sandbox of their own, or at the test system of `npm run e2e:uat`. */
  readonly at?: "uat";
};

/** Tests that need a built and running storefront: browser tests, and tests that call it over HTTP. */
const NEEDS_BUILD = /^(e2e\/.+\.spec\.ts|test\/(leak|contract)\/.+)$/;

export const needsBuild = ({ red }: Mutant): boolean => NEEDS_BUILD.test(red.file);

/**
 * Returns whether a file has a test with this title, as a string, or as a template whose fixed parts the title has. It
 * reads text, not syntax: a title that no test has, but that occurs elsewhere in the file, counts.
 */
export function hasTest(source: string, title: string): boolean {
  if ([title, title.replaceAll('"', '\\"')].some((text) => source.includes(text))) return true;
  return [...source.matchAll(TEMPLATE)].some(([, template = ""]) => {
    const fixed = template.split(/\$\{[^}]*\}/);
    return /\S/.test(fixed.join("")) && new RegExp(`^${fixed.map(RegExp.escape).join(".*")}$`).test(title);
  });
}

/** A template that is the title of a test, so that a template elsewhere in the file matches nothing. */
const TEMPLATE = /\b(?:test|it)\(\s*`([^`]*\$\{[^`]*)`/g;

/** Returns a line for each place whose text is missing from its file or occurs more than once. */
export function misfits(mutant: Mutant, read: (file: string) => string | undefined): readonly string[] {
  return [mutant, ...(mutant.also ?? [])].flatMap(({ file, text }) => {
    const times = (read(file) ?? "").split(text).length - 1;
    return times === 1 ? [] : [`${mutant.name}: its text occurs ${times} times in ${file}, and must occur once`];
  });
}
