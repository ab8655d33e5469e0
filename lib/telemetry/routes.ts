import "server-only";

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Next's list of routes, the most specific first: the one that it matches itself. */
const manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
});

/** The label of a request without a page, and of the files of a build. */
const NONE = "none";
const STATIC = "static";

export type Routes = {
  /** All values that `routeOf` returns. */
  readonly patterns: readonly string[];
  /** Returns the pattern of the route that answers an address, such as `/[locale]/events/[eventId]`. */
  readonly routeOf: (address: string) => string;
};

/** Reads the routes of the build in this folder. Without a build, as in development, every request has the route `none`. */
export function routesOfBuild(folder: string): Routes {
  return routesOf(readManifest(join(folder, "routes-manifest.json")));
}

/** Returns the routes of a manifest. */
export function routesOf(text: string | undefined): Routes {
  const found = manifest.safeParse(text === undefined ? undefined : JSON.parse(text)).data;
  const fixed = new Set(found?.staticRoutes.map(({ page }) => page));
  const dynamic = (found?.dynamicRoutes ?? []).map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  return {
    patterns: [...fixed, ...dynamic.map(({ page }) => page), NONE, STATIC],
    routeOf: (address) => {
      const [path = ""] = address.split("?", 1);
      if (path.startsWith("/_next/")) return STATIC;
      if (fixed.has(path)) return path;
      return dynamic.find(({ regex }) => regex.test(path))?.page ?? NONE;
    },
  };
}

function readManifest(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
