import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

/** Characters. Only React's own renderer has more. */
const LARGE = 100_000;

const known = new Map<string, readonly number[]>();

/**
 * Returns the modules of these files of the build whose code is large. Such a module can be evaluated in a task of its own, before
 * the modules that import it.
 */
export function largeModules(files: readonly string[]): readonly number[] {
  return files.flatMap((file) => {
    const found = known.get(file) ?? modulesIn(file);
    known.set(file, found);
    return found;
  });
}

/** A file of the build registers a list of identifiers, each or several followed by the function that is their module. */
function modulesIn(file: string): readonly number[] {
  if (!/^static\/chunks\/[\w.~-]+\.js$/.test(file)) return [];
  try {
    const registered: unknown[] = [];
    const scope = { TURBOPACK: registered, document: {} };
    runInNewContext(readFileSync(join(process.cwd(), ".next", file), "utf8"), { ...scope, globalThis: scope });
    return registered
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .flatMap((part, at, parts) => {
        const next = parts[at + 1];
        return typeof part === "number" && typeof next === "function" && String(next).length > LARGE ? [part] : [];
      });
  } catch {
    return [];
  }
}
