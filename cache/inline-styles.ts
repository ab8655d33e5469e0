import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accentStylesheet } from "#lib/art/accent.ts";
import { brandColour } from "./settings.ts";

/** A stylesheet as the framework writes it. In the data of a page the quotes are escaped. */
const LINK = /<link rel="stylesheet" href="([^"]+)"(?: nonce="[^"]+")? data-precedence="[^"]+"\/>/g;
const BUILT = /^\/_next\/(static\/[\w./-]+\.css)$/;

type Style = { readonly text: string; readonly hash: string };
type Styled = { readonly html: string; readonly hashes: readonly string[] };

const known = new Map<string, Style | undefined>();

/**
 * Returns a stored page with its stylesheets in it, and their hashes for its policy. A browser paints such a page a round
 * trip earlier. The links stay, for React, which looks for them, and for the next page: without a medium they are loaded
 * after everything that this page shows.
 */
export function withStyles(html: string): Styled {
  const hashes: string[] = [];
  const styled = html.replace(LINK, (link, href: string) => {
    const style = styleOf(href);
    if (style === undefined) return link;
    hashes.push(style.hash);
    return `<style>${style.text}</style>${link.replace("/>", ' media="not all"/>')}`;
  });
  return { html: styled, hashes };
}

function styleOf(href: string): Style | undefined {
  if (!known.has(href)) known.set(href, readStyle(href));
  return known.get(href);
}

/** Returns `undefined` for a stylesheet that cannot be in a page: its link still loads it. */
function readStyle(href: string): Style | undefined {
  const text = textOf(href);
  if (text === undefined || /<\/style/i.test(text)) return undefined;
  return { text, hash: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}

function textOf(href: string): string | undefined {
  if (href === "/brand.css") return accentStylesheet(brandColour);
  const [, file] = BUILT.exec(href) ?? [];
  if (file === undefined) return undefined;
  try {
    // Relative to the stylesheet, which is not where the page is.
    return readFileSync(join(process.cwd(), ".next", file), "utf8").replaceAll("url(../", "url(/_next/static/");
  } catch {
    return undefined;
  }
}
