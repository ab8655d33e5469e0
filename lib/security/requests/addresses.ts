import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { partOf } from "#lib/security/route-patterns.ts";
import { PARAMETERS, REDIRECTS, SERVED_AS } from "#lib/security/routes.ts";

/** Next redirects a path with two slashes, and some programs read what follows a backslash as the name of a host. */
const UNSAFE = /\/\/|\\|%5c|%2f|%0|%1|%7f/i;

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
  const redirects = REDIRECTS.map(({ source }) => partOf(source));
  const pages = anyOf([...patternsOf(root, (file) => file in SERVED_AS), ...redirects]);
  const handlers = anyOf(patternsOf(root, (file) => file === "route.ts"));
  const files = new Set([
    ...filesIn(join(root, "public")).map((file) => `/${file}`),
    ...filesIn(join(root, ".next", "static")).map((file) => `/_next/static/${file}`),
  ]);
  return (path) => {
    if (files.has(decodeURIComponent(path))) return "file";
    if (!pages.test(path) || UNSAFE.test(path)) return undefined;
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

/** The folders of `app` in the path of a page or a route handler, in order. */
export type Folders = readonly string[];

/** Returns the folders of each page and route handler that has a language, without that of the language. */
export function readFoldersOfPages(root: string): readonly Folders[] {
  return placesIn(root, (file) => SERVED_AS[file] === "").flatMap(({ folders: [first, ...folders] }) =>
    first === "[locale]" ? [folders] : [],
  );
}

/** Returns the name of the parameter that a folder stands for. */
export function parameterOf(folder: string): string | undefined {
  return /^\[((?:\.\.\.)?\w+)\]$/.exec(folder)?.[1];
}

/** Returns the path of an address as it was typed; `undefined` for one that some program might take for another address. */
export function typedPath(path: string): string | undefined {
  return UNSAFE.test(path) ? undefined : decodeURIComponent(path);
}

/** Returns whether a text may be the value of a parameter, as it is typed. */
export function canBe(parameter: string, text: string): boolean {
  const pattern = parameter === "link" ? "[\\w.-]*[\\w-]" : PARAMETERS[parameter];
  return pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(text);
}

/** Returns the patterns of the paths at which these files of `app` are served. */
function patternsOf(root: string, isOne: (file: string) => boolean): readonly string[] {
  return placesIn(root, isOne).map(({ folders, file }) => {
    const path = folders.map((folder) => {
      const name = parameterOf(folder);
      return `/${name === undefined ? folder.replaceAll(".", "\\.") : `(?:${PARAMETERS[name] ?? "[^/]+"})`}`;
    });
    return path.join("") + SERVED_AS[file];
  });
}

/** Returns where these files of `app` are. Folders in parentheses are in no path. */
function placesIn(root: string, isOne: (file: string) => boolean): readonly { folders: Folders; file: string }[] {
  return filesIn(join(root, "app"))
    .map((path) => path.split("/"))
    .filter((parts) => isOne(parts.at(-1) ?? "") && !parts.includes("[...missing]"))
    .map((parts) => ({
      folders: parts.slice(0, -1).filter((part) => !part.startsWith("(")),
      file: parts.at(-1) ?? "",
    }));
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
}
