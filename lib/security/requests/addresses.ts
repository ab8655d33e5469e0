import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ID = "[1-9]\\d{0,14}";

/** What the parameters of paths may be. Every other parameter may be any text. */
const PARAMETERS: Readonly<Record<string, string>> = { eventId: ID, groupId: ID, month: "\\d{4}-(?:0[1-9]|1[0-2])" };

/** Files of `app` that Next serves at an address of another name. */
const SERVED_AS: Readonly<Record<string, string>> = {
  "page.tsx": "",
  "route.ts": "",
  "manifest.ts": "/manifest\\.webmanifest",
  "robots.ts": "/robots\\.txt",
  "opengraph-image.tsx": "/opengraph-image(?:-\\w+)?(?:/[^/]+)?",
};

/**
 * Returns a function that tells whether a path can be one of this build: a page, a route or a file. Next renders and stores a
 * page for every other path, so that invented ones would cost far more than pages that exist. `root` is the folder of the sources.
 */
export function readAddresses(root: string): (path: string) => boolean {
  const parameters = parametersOf(root);
  const routes = patternsOf(root, parameters, (file) => file in SERVED_AS);
  const redirects = [`/${parameters.locale}/${ID}`, `/(?!${parameters.locale}/)[A-Za-z]{2}/embed(?:/.*)?`];
  const known = new RegExp(`^(?:${[...routes, ...redirects].join("|")})/?$`);
  const files = new Set([
    ...filesIn(join(root, "public")).map((file) => `/${file}`),
    ...filesIn(join(root, ".next", "static")).map((file) => `/_next/static/${file}`),
  ]);
  // Next redirects a path with two slashes, and one with a backslash is read by some programs as the name of a host.
  return (path) =>
    (known.test(path) && !/\/\/|\\|%5c|%2f|%0|%1|%7f/i.test(path)) || files.has(decodeURIComponent(path));
}

/**
 * Returns a function that tells whether a path is one of a route handler, which reads the body of a request itself: of a page it
 * is read as a form of an action.
 */
export function readRouteHandlers(root: string): (path: string) => boolean {
  const routes = patternsOf(root, parametersOf(root), (file) => file === "route.ts");
  const handlers = new RegExp(`^(?:${routes.join("|")})/?$`);
  return (path) => handlers.test(path);
}

/** Returns the addresses of the build's style sheets. The development server has none before a page is asked for. */
export function readStylesheets(root: string): readonly string[] {
  const files = filesIn(join(root, ".next", "static")).filter((file) => file.endsWith(".css"));
  return files.map((file) => `/_next/static/${file}`);
}

function parametersOf(root: string): Readonly<Record<string, string>> {
  const languages = readdirSync(join(root, "messages")).map((file) => file.replace(".json", ""));
  return { ...PARAMETERS, locale: `(?:${languages.join("|")})` };
}

/** Returns the patterns of the paths at which these files of `app` are served. */
function patternsOf(
  root: string,
  parameters: Readonly<Record<string, string>>,
  isOne: (file: string) => boolean,
): readonly string[] {
  return filesIn(join(root, "app"))
    .map((file) => file.split("/"))
    .filter((parts) => isOne(parts.at(-1) ?? "") && !parts.some((part) => part.startsWith("[...")))
    .map((parts) => patternOf(parts, parameters));
}

function patternOf(parts: readonly string[], parameters: Readonly<Record<string, string>>): string {
  const folders = parts.slice(0, -1).filter((part) => !part.startsWith("("));
  const path = folders.map((part) => {
    const [, name] = /^\[(\w+)\]$/.exec(part) ?? [];
    return `/${name === undefined ? part.replaceAll(".", "\\.") : (parameters[name] ?? "[^/]+")}`;
  });
  return path.join("") + SERVED_AS[parts.at(-1) ?? ""];
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
}
