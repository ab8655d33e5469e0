import { PARAMETERS } from "#lib/security/routes.ts";

/** Returns a route as a `source` that matches no other values of its parameters. */
export function sourceOf(route: string): string {
  return route.replaceAll(/:(\w+)/g, (name, key) => (key in PARAMETERS ? `${name}(${PARAMETERS[key]})` : name));
}

/** Returns a part of a pattern that the paths of a route match, with a group for each of its parameters. */
export function partOf(route: string): string {
  return route.replaceAll(/\/:\w+\*|:(\w+)(?:\(([^)]*)\))?/g, (_, key, own) =>
    key === undefined ? "(?:/.*)?" : `(?<${key}>${own ?? PARAMETERS[key] ?? "[^/]+"})`,
  );
}

/** Returns a pattern of the paths of these routes. What follows a path may be `end`. */
export function patternOf(routes: readonly string[], end = ""): RegExp {
  return new RegExp(`^(?:${routes.map(partOf).join("|")})${end}$`);
}

/** Returns the two letters that a path or a request target begins with: the first segment of every page is its language. */
export function languageIn(target: string): string | undefined {
  return /^\/([a-z]{2})(?=[/?]|$)/.exec(target)?.[1];
}
