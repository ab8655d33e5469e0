import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accentStylesheet } from "#lib/art/accent.ts";
import { brandColour } from "./settings.ts";
import { facesFor, TITLES, type TitleFont, titleFontOf } from "./title-fonts.ts";

/** A stylesheet as the framework writes it. In the data of a page the quotes are escaped. */
const LINK = /<link rel="stylesheet" href="([^"]+)"(?: nonce="[^"]+")? data-precedence="[^"]+"\/>/g;
/** A font that is loaded; those of the reader's system have no address. */
const FONT = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;
const FONT_PRELOAD = /<link rel="preload" href="([^"]*)"[^>]* as="font"[^>]*>/g;
/** React looks for a preload, and would add it. */
const UNUSED = '<link media="not all"';
const BUILT = /^\/_next\/(static\/[\w./-]+\.css)$/;

/** The text of one element, and its hash for the policy. */
type Style = { readonly text: string; readonly hash: string };
/** The rules of the text's fonts, the same with those of further letters of titles, the rules without scripts, and the fonts of titles. */
type Fonts = {
  readonly text: Style;
  readonly further: Style;
  readonly all: Style;
  readonly titles: readonly TitleFont[];
};
type Stylesheet = { readonly rules: Style; readonly fonts: Fonts | undefined };
type Styled = { readonly html: string; readonly hashes: readonly string[] };

const known = new Map<string, Stylesheet | undefined>();

/**
 * Returns a stored page with its stylesheets and the fonts of its titles in it, and the hashes of the stylesheets for its policy. A
 * browser paints such a page a round trip earlier, and its titles once. The links stay, for React, which looks for them, and for the
 * next page. They and the fonts of the text are loaded when the scripts start (`cache/late-scripts.ts`): before that they would share
 * the line with the largest picture.
 */
export function withStyles(html: string): Styled {
  const hashes: string[] = [];
  const late = (link: string) => link.replace(" href=", " data-late=");
  const styled = html
    .replace(FONT_PRELOAD, (link, href: string) => (TITLES.test(href) ? link.replace("<link", UNUSED) : late(link)))
    .replace(LINK, (link, href: string) => {
      const sheet = stylesheetOf(href);
      if (sheet === undefined) return link;
      const { rules, fonts } = sheet;
      for (const style of [rules, fonts?.text, fonts?.further, fonts?.all])
        if (style !== undefined) hashes.push(style.hash);
      const kept = late(link).replace("/>", ' media="not all"/>');
      return `<style>${rules.text}</style>${fonts === undefined ? "" : lateFonts(fonts, html)}${kept}`;
    });
  return { html: styled, hashes };
}

/** Without scripts nothing starts them, so there they are not late. */
function lateFonts({ text, further, all, titles }: Fonts, html: string): string {
  const faces = facesFor(html, titles);
  const rules = faces.every((face) => titles.some(({ whole }) => whole === face)) ? text : further;
  const late = `<style media="not all" data-late="" data-faces='${JSON.stringify(faces)}'>${rules.text}</style>`;
  return `${late}<noscript><style>${all.text}</style></noscript>`;
}

function stylesheetOf(href: string): Stylesheet | undefined {
  if (!known.has(href)) known.set(href, readStylesheet(href));
  return known.get(href);
}

/** Returns `undefined` for a stylesheet that cannot be in a page: its link still loads it. */
function readStylesheet(href: string): Stylesheet | undefined {
  const text = textOf(href);
  if (text === undefined || /<\/style/i.test(text)) return undefined;
  const all = text.match(FONT) ?? [];
  const rules = styleOf(text.replace(FONT, ""));
  if (all.length === 0) return { rules, fonts: undefined };
  const [ofTitles, others] = [all.filter((font) => TITLES.test(font)), all.filter((font) => !TITLES.test(font))];
  const furtherLetters = ofTitles.map((font) => font.replace("font-display:optional", "font-display:swap"));
  const fonts = {
    text: styleOf(others.join("")),
    further: styleOf([...others, ...furtherLetters].join("")),
    all: styleOf(all.join("")),
    titles: ofTitles.map(titleFontOf),
  };
  return { rules, fonts };
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
