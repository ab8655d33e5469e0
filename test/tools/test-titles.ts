/** A test by its file and its title as written: `${…}` of a template is an ellipsis. */
export type TitledTest = { readonly file: string; readonly title: string };

/** A call of `test` or `it` with a literal title. Every such test runs: the rules of `test/architecture` ban others. */
const CALL = /(?<![\w$.])(?:test|it)\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/g;

/** Returns the tests of a source file. It reads text, not syntax: a call in a block comment or in a string counts too. */
export function testsIn(file: string, source: string): readonly TitledTest[] {
  const code = source.replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(CALL)].map(([, quote, text = ""]) => ({
    file,
    title: (quote === "`" ? withoutPlaceholders(text) : text).replace(/\\(["'`\\$])/g, "$1"),
  }));
}

function withoutPlaceholders(template: string): string {
  let text = "";
  let depth = 0;
  for (let at = 0; at < template.length; at += 1) {
    if (depth === 0 && template.startsWith("${", at)) {
      text += "…";
      depth = 1;
      at += 1;
    } else if (depth === 0) {
      text += template[at];
    } else {
      if (template[at] === "{") depth += 1;
      if (template[at] === "}") depth -= 1;
    }
  }
  return text;
}

/** Returns the labels before the colon of a title and the rest: the promises "P05" and the checks "43" of "P05, 43: a request …". */
export function labelled(title: string): { readonly labels: readonly string[]; readonly rest: string } {
  const [, labels, rest] = /^((?:P?\d+, )*P?\d+): ([\s\S]*)$/.exec(title) ?? [];
  return labels === undefined || rest === undefined
    ? { labels: [], rest: title }
    : { labels: labels.split(", "), rest };
}
