import { registerHooks } from "node:module";

const SCHEME = "replaced:";

/** The source of `next/headers` in a request without headers and cookies. */
export const EMPTY_REQUEST = `export const headers = async () => new Headers();
  export const cookies = async () => ({ get() {}, set() {}, delete() {} });`;

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
