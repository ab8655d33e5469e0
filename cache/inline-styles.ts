import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accentStylesheet } from "#lib/art/accent.ts";
import { brandColour } from "./settings.ts";

/** A stylesheet as the framework writes it. In the data of a page the quotes are escaped. */
const LINK = /<link rel="stylesheet" href="([^"]+)"(?: nonce="[^"]+")? data-precedence="[^"]+"\/>/g;
/** A font that is loaded; those of the reader's system have no address. */
const FONT = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;
const FONT_PRELOAD = /<link (rel="preload") href=("[^"]*")(?=[^>]* as="font")/g;
const BUILT = /^\/_next\/(static\/[\w./-]+\.css)$/;

/** The text of one element, and its hash for the policy. */
type Style = { readonly text: string; readonly hash: string };
type Stylesheet = { readonly rules: Style; readonly fonts: Style | undefined };
type Styled = { readonly html: string; readonly hashes: readonly string[] };

const known = new Map<string, Stylesheet | undefined>();

/**
 * Returns a stored page with its stylesheets in it, and their hashes for its policy. A browser paints such a page a round
 * trip earlier. The links stay, for React, which looks for them, and for the next page. They and the fonts are loaded when the
 * scripts start (`cache/late-scripts.ts`): before that they would share the line with the largest picture.
 */
export function withStyles(html: string): Styled {
  const hashes: string[] = [];
  const styled = html.replace(FONT_PRELOAD, "<link $1 data-late=$2").replace(LINK, (link, href: string) => {
    const sheet = stylesheetOf(href);
    if (sheet === undefined) return link;
    const { rules, fonts } = sheet;
    for (const style of [rules, fonts]) if (style !== undefined) hashes.push(style.hash);
    const late = link.replace(" href=", " data-late=").replace("/>", ' media="not all"/>');
    return `<style>${rules.text}</style>${fonts === undefined ? "" : lateFonts(fonts)}${late}`;
  });
  return { html: styled, hashes };
}

/** Without scripts nothing starts them, so there they are not late. */
function lateFonts({ text }: Style): string {
  return `<style media="not all" data-late="">${text}</style><noscript><style>${text}</style></noscript>`;
}

function stylesheetOf(href: string): Stylesheet | undefined {
  if (!known.has(href)) known.set(href, readStylesheet(href));
  return known.get(href);
}

/** Returns `undefined` for a stylesheet that cannot be in a page: its link still loads it. */
function readStylesheet(href: string): Stylesheet | undefined {
  const text = textOf(href);
  if (text === undefined || /<\/style/i.test(text)) return undefined;
  const fonts = text.match(FONT)?.join("");
  return { rules: styleOf(text.replace(FONT, "")), fonts: fonts === undefined ? undefined : styleOf(fonts) };
}

function styleOf(text: string): Style {
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
