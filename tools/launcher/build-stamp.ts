import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** The files of the checkout that `next build` reads. A test compares the list with everything that git tracks. */
export const BUILD_READS: readonly string[] = [
  ...["app", "cache", "components", "i18n", "lib", "messages", "public"],
  ...["instrumentation.ts", "proxy.ts", "next.config.js", "tsconfig.json"],
  ...["package.json", "package-lock.json", ".npmrc"],
];

/** Untracked files that Next reads if they exist. */
const ENVIRONMENT_FILES = [".env", ".env.local", ".env.production", ".env.production.local"];

const NOT_BUILT = /\.test\.tsx?$|\.md$/;

/** Inputs of a build besides the sources. */
export type BuildInputs = {
  readonly node: string;
  readonly actionsKey: string;
  /** The settings of the operator's look, which are part of the built pages. */
  readonly looks: Readonly<Record<string, string>>;
};

/** Returns a hash of all inputs of a build. */
export function buildStamp(folder: string, { node, actionsKey, looks }: BuildInputs): string {
  const hash = createHash("sha256").update(JSON.stringify([node, actionsKey, looks]));
  for (const name of [...BUILD_READS, ...ENVIRONMENT_FILES]) {
    for (const file of filesUnder(join(folder, name))) {
      hash
        .update(`${relative(folder, file)}\n`)
        .update(readFileSync(file))
        .update("\n");
    }
  }
  return hash.digest("hex");
}

function filesUnder(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return NOT_BUILT.test(path) ? [] : [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)));
}
