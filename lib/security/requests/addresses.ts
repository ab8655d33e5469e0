import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ID = "[1-9]\\d{0,14}";

/** What the parameters of paths may be. Every other parameter may be any text. */
const PARAMETERS: Readonly<Record<string, string>> = { eventId: ID, groupId: ID, month: "\\d{4}-(?:0[1-9]|1[0-2])" };

const HANDLER = "route.ts";

/** Files of `app` that Next serves at an address of another name. */
const SERVED_AS: Readonly<Record<string, string>> = {
  "page.tsx": "",
  [HANDLER]: "",
  "manifest.ts": "/manifest\\.webmanifest",
  "robots.ts": "/robots\\.txt",
  "opengraph-image.tsx": "/opengraph-image(?:-\\w+)?(?:/[^/]+)?",
};

/**
 * What can be at a path. Of a page the body of a request is read as a form of an action; a route handler reads it itself, and says which
 * methods it has.
 */
export type AddressKind = "page" | "route" | "file";

/**
 * Returns a function that tells what of this build can be at a path; `undefined` for nothing. Next renders and stores a page for every
 * other path, so that invented ones would cost far more than pages that exist. `root` is the folder of the sources.
 */
export function readAddresses(root: string): (path: string) => AddressKind | undefined {
  const parameters = parametersOf(root);
  const redirects = [`/${parameters.locale}/${ID}`, `/(?!${parameters.locale}/)[A-Za-z]{2}/embed(?:/.*)?`];
  const pages = anyOf([...patternsOf(root, parameters, (file) => file in SERVED_AS), ...redirects]);
  const handlers = anyOf(patternsOf(root, parameters, (file) => file === HANDLER));
  const files = new Set([
    ...filesIn(join(root, "public")).map((file) => `/${file}`),
    ...filesIn(join(root, ".next", "static")).map((file) => `/_next/static/${file}`),
  ]);
  return (path) => {
    if (files.has(decodeURIComponent(path))) return "file";
    // Next redirects a path with two slashes, and one with a backslash is read by some programs as the name of a host.
    if (!pages.test(path) || /\/\/|\\|%5c|%2f|%0|%1|%7f/i.test(path)) return undefined;
    return handlers.test(path) ? "route" : "page";
  };
}

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join("|")})/?$`);
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
