import { posix } from "node:path";

export type Tree = ReadonlyMap<string, string>;

const IMPORT =
  /^\s*(?:import|export)\b[^;"'`]*?\bfrom\s+"([^"]+)"|^\s*import\s+"([^"]+)"|(?<!["'])\bimport\(\s*"([^"]+)"/gm;

/** Returns what a file imports, as written. It reads text, not syntax: an import in a comment counts. */
export function importsOf(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(([, from, bare, late]) => from ?? bare ?? late ?? "");
}

/** Returns the file of the repository that is imported, or `undefined` for a package. */
export function fileOf(file: string, asked: string): string | undefined {
  if (asked.startsWith("#")) return `${file.startsWith("service/") ? "service/" : ""}${asked.slice(1)}`;
  if (asked.startsWith(".")) return posix.join(posix.dirname(file), asked);
  return undefined;
}

/** `@scope/name/part` is the package `@scope/name`; Node's own modules are none. */
export function packageOf(asked: string): string | undefined {
  if (/^[#./]|^node:/.test(asked)) return undefined;
  return asked
    .split("/")
    .slice(0, asked.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Text and comments cut out, so that only code is searched for words. */
export function codeOnly(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, '""')
    .replace(/`(?:\\.|[^`\\])*`/g, "``")
    .replace(/(^|\s)\/\/.*$/gm, "");
}
