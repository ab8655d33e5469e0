import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** What `next build` reads of the checkout. A test holds this list and the next against everything that git tracks. */
export const BUILD_READS = [
  ...["app", "cache", "components", "i18n", "lib", "messages", "public"],
  ...["instrumentation.ts", "proxy.ts", "next.config.js", "postcss.config.js", "tsconfig.json"],
  ...["package.json", "package-lock.json", ".npmrc"],
];

/** Next reads these by itself where somebody has put one; git tracks none of them. */
const ENVIRONMENT_FILES = [".env", ".env.local", ".env.production", ".env.production.local"];

const NOT_BUILT = /\.test\.tsx?$|\.md$/;

/** Returns a hash of everything that a build depends on: the sources, the runtime, the operator's look and the key. */
export function buildStamp(folder, { node, actionsKey, looks }) {
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

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return NOT_BUILT.test(path) ? [] : [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesUnder(join(path, name)));
}
