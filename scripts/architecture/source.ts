export type Tree = ReadonlyMap<string, string>;

/** Returns a line for each violation of a file. */
export type Rule = (file: string, text: string, tree: Tree) => readonly string[];

const IMPORT =
  /^\s*(?:import|export)\b[^;"'`]*?\bfrom\s+"([^"]+)"|^\s*import\s+"([^"]+)"|(?<!["'])\bimport\(\s*"([^"]+)"/gm;

/** Returns the import specifiers of a file. It reads text, not syntax: an import in a comment counts. */
export function importsOf(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(([, from, bare, late]) => from ?? bare ?? late ?? "");
}

/** Returns the code of a file with strings emptied and comments removed. */
export function codeOnly(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, '""')
    .replace(/`(?:\\.|[^`\\])*`/g, "``")
    .replace(/(^|\s)\/\/.*$/gm, "");
}
