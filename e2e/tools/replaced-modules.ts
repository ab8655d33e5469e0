import { registerHooks } from "node:module";

const SCHEME = "replaced:";

/** Replaces modules that this process imports from now on by these sources, by their specifiers, as they stand in an import. */
export function replaceModules(sources: Readonly<Record<string, string>>): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier in sources ? { url: `${SCHEME}${specifier}`, shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url.startsWith(SCHEME)
        ? { format: "module", source: sources[url.slice(SCHEME.length)] ?? "", shortCircuit: true }
        : next(url, context),
  });
}
