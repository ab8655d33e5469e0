import { readdirSync, readFileSync } from "node:fs";
import { fromRoot } from "#tools/lib/paths.ts";

/** Returns the patterns of the ignore file. Throws for `!`, which is not needed. */
export function ignorePatterns(): readonly string[] {
  const lines = readFileSync(fromRoot(".dockerignore"), "utf8").split("\n");
  const patterns = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const negated = patterns.find((pattern) => pattern.startsWith("!"));
  if (negated !== undefined) throw new Error(`.dockerignore: ${negated} is not supported.`);
  return patterns;
}

/** Returns whether an engine leaves a path of the checkout out of the build: a pattern matches it or a folder above it. */
export function isIgnored(path: string, patterns: readonly string[]): boolean {
  const parts = path.split("/");
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  return patterns.map(expressionOf).some((pattern) => paths.some((one) => pattern.test(one)));
}

function expressionOf(pattern: string): RegExp {
  const text = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "\0")
    .replaceAll("*", "[^/]*")
    .replaceAll("\0", "(.*/)?");
  return new RegExp(`^${text}$`);
}

/** Returns every file below a folder of the checkout that an engine sends to the build, untracked ones included. */
export function contextFiles(folder = "", patterns = ignorePatterns()): readonly string[] {
  return readdirSync(fromRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (isIgnored(path, patterns)) return [];
    return entry.isDirectory() ? contextFiles(path, patterns) : [path];
  });
}
