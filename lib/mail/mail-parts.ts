import "server-only";

import type { Inline, Sentence } from "./letter.ts";
import type { MailColours } from "./mail-colours.ts";
import { html, Markup, safeHref } from "./markup.ts";

/** What every part of a mail needs. `start` and `end` are the sides of the reading direction. */
export type Sheet = { readonly colours: MailColours; readonly start: "left" | "right"; readonly end: "left" | "right" };

export const FONT = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif";
export const TABLE = new Markup('role="presentation" cellpadding="0" cellspacing="0" border="0"');

/** The colour of links in the light theme, and the class that gives the one of the dark theme. */
type LinkStyle = { readonly kind: "link" | "muted" | "ok" | "warn" | "bad"; readonly colour: string };

/** Returns a sentence. Its links have the accent colour, or the colour of the text around them. */
export function sentenceHtml(
  sentence: Sentence,
  { colours }: Sheet,
  links: LinkStyle = { kind: "link", colour: colours.accent.text },
): Markup {
  return html`${sentence.flatMap((part, at) => [at === 0 ? "" : " ", inline(part)])}`;

  function inline(part: Inline): Markup | string {
    if (typeof part === "string") return part;
    if ("strong" in part) return html`<b>${part.strong}</b>`;
    if ("name" in part) return html`<bdi>${part.name}</bdi>`;
    if ("muted" in part) return html`<span class="muted" style="color:${colours.muted}">${part.muted}</span>`;
    return html`<a class="${links.kind}" href="${safeHref(part.href)}" style="color:${links.colour}">${part.link}</a>`;
  }
}

export function buttonTable({ label, href }: { readonly label: string; readonly href: string }, { colours }: Sheet) {
  const { fill, on } = colours.accent;
  return html`<table ${TABLE} class="button"><tr><td class="fill" bgcolor="${fill}" style="background:${fill};border-radius:14px"><a class="on" href="${safeHref(href)}" style="${FONT};display:inline-block;padding:15px 30px;font-size:18px;line-height:24px;font-weight:bold;color:${on};text-decoration:none">${label}</a></td></tr></table>`;
}
