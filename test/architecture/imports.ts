import { posix } from "node:path";

export type Tree = ReadonlyMap<string, string>;

const IMPORT =
  /^\s*(?:import|export)\b[^;"'`]*?\bfrom\s+"([^"]+)"|^\s*import\s+"([^"]+)"|(?<!["'])\bimport\(\s*"([^"]+)"/gm;

/** Returns the import specifiers of a file. It reads text, not syntax: an import in a comment counts. */
export function importsOf(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(([, from, bare, late]) => from ?? bare ?? late ?? "");
}

/** Returns the path in the repository that a specifier in `file` refers to, or `undefined` for a package. */
export function fileOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("#")) return `${file.startsWith("service/") ? "service/" : ""}${specifier.slice(1)}`;
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  return undefined;
}

/** Returns the package of a specifier: `@scope/name` for `@scope/name/part`, `undefined` for files and Node's modules. */
export function packageOf(specifier: string): string | undefined {
  if (/^[#./]|^node:/.test(specifier)) return undefined;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Returns the code of a file with strings emptied and comments removed. */
export function codeOnly(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, '""')
    .replace(/`(?:\\.|[^`\\])*`/g, "``")
    .replace(/(^|\s)\/\/.*$/gm, "");
}
