import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

/** Characters. React's renderer and its reader of a page's data have more, and the framework's router. */
const LARGE = 15_000;

type Module = { readonly id: number; readonly size: number };

const known = new Map<string, readonly Module[]>();

/**
 * Returns the modules of these files of the build whose code is large, the largest first. Each can be evaluated in a task of its
 * own, before the modules that import it.
 */
export function largeModules(files: readonly string[]): readonly number[] {
  const found = files.flatMap((file) => {
    const modules = known.get(file) ?? modulesIn(file);
    known.set(file, modules);
    return modules;
  });
  return found.sort((one, other) => other.size - one.size).map(({ id }) => id);
}

/** A file of the build registers a list of identifiers, each or several followed by the function that is their module. */
function modulesIn(file: string): readonly Module[] {
  if (!/^static\/chunks\/[\w.~-]+\.js$/.test(file)) return [];
  try {
    const registered: unknown[] = [];
    const scope = { TURBOPACK: registered, document: {} };
    runInNewContext(readFileSync(join(process.cwd(), ".next", file), "utf8"), { ...scope, globalThis: scope });
    return registered
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .flatMap((part, at, parts) => {
        const next = parts[at + 1];
        if (typeof part !== "number" || typeof next !== "function") return [];
        const size = String(next).length;
        return size > LARGE ? [{ id: part, size }] : [];
      });
  } catch {
    return [];
  }
}
