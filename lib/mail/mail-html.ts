import "server-only";

import {
  type Block,
  type DateTile,
  type EventCard,
  type Inline,
  type Letter,
  mailText,
  type ReceiptRow,
  type ReceiptTable,
  type RenderedLetter,
  type Sentence,
  safeHref,
} from "./letter.ts";
import { type MailColours, mailColours, mailStyles } from "./mail-colours.ts";

/** Returns a letter as HTML that mail programs show: tables, inline styles, attached pictures, no script, nothing to load. */
function mailHtml(letter: Letter, brandColour: string): string {
  const { light, dark } = mailColours(brandColour);
  const isRtl = letter.direction === "rtl";
  const sheet: Sheet = { colours: light, start: isRtl ? "right" : "left", end: isRtl ? "left" : "right" };
  const { canvas, surface, ink, muted, line } = light;
  const text = `${FONT};text-align:${sheet.start}`;
  const body = html`<!doctype html><html lang="${letter.language}" dir="${letter.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${letter.title}</title><style>${new Markup(mailStyles(dark))}</style></head>
<body class="canvas" dir="${letter.direction}" style="margin:0;background:${canvas}"><div style="display:none;max-height:0;overflow:hidden">${letter.preview}</div>
<table ${TABLE} class="canvas" width="100%" bgcolor="${canvas}" style="background:${canvas}"><tr><td align="center" class="out" style="padding:32px 16px"><!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]--><table ${TABLE} width="100%" dir="${letter.direction}" style="max-width:600px">
<tr><td class="ink" style="${text};padding:0 4px 20px;font-size:22px;line-height:28px;font-weight:bold;color:${ink}"><bdi>${letter.brand}</bdi></td></tr>
<tr><td class="card line pad" bgcolor="${surface}" style="background:${surface};border:1px solid ${line};border-radius:22px;padding:36px 36px 32px"><table ${TABLE} width="100%">
<tr><td class="ink" style="${text};font-size:32px;line-height:38px;font-weight:bold;color:${ink}"><h1 style="margin:0;font-size:32px;line-height:38px;hyphens:auto;word-break:break-word">${letter.title}</h1></td></tr>
${letter.blocks.map((block, at) => blockRow(block, sheet, letter.blocks[at - 1]))}
</table></td></tr>
${letter.footer.map((sentence, at) => html`<tr><td class="muted" style="${text};padding:${at === 0 ? 20 : 6}px 4px 0;font-size:13px;line-height:20px;color:${muted}">${sentenceHtml(sentence, sheet, { kind: "muted", colour: muted })}</td></tr>`)}
</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>`;
  return body.toString();
}

function blockRow(block: Block, sheet: Sheet, before: Block | undefined): Markup {
  const { colours, start } = sheet;
  const text = `${FONT};text-align:${start}`;
  switch (block.type) {
    case "lead":
      return html`<tr><td class="ink" style="${text};padding-top:8px;font-size:17px;line-height:26px;color:${colours.ink}">${sentenceHtml(block.text, sheet)}</td></tr>`;
    case "muted":
      return html`<tr><td class="muted" style="${text};padding-top:${before?.type === "event" ? 24 : before?.type === "button" ? 20 : 6}px;font-size:15px;line-height:24px;color:${colours.muted}">${sentenceHtml(block.text, sheet)}</td></tr>`;
    case "button":
      return html`<tr><td style="padding-top:20px">${buttonTable(block, sheet)}</td></tr>`;
    case "notice": {
      const colour = colours[block.tone];
      const soft = colours[`${block.tone}Soft`];
      return html`<tr><td style="padding-top:22px"><table ${TABLE} width="100%"><tr><td class="${block.tone}" bgcolor="${soft}" style="${text};background:${soft};border-radius:14px;padding:14px 18px;font-size:15px;line-height:22px;color:${colour}">${sentenceHtml(block.text, sheet, { kind: block.tone, colour })}</td></tr></table></td></tr>`;
    }
    case "heading":
      return html`<tr><td class="ink" style="${text};padding-top:30px;font-size:20px;line-height:26px;font-weight:bold;color:${colours.ink}"><h2 style="margin:0;font-size:20px;line-height:26px">${block.text}</h2></td></tr>`;
    case "event":
      return html`<tr><td style="padding-top:20px">${eventTable(block.event, sheet)}</td></tr>`;
    case "receipt":
      return html`<tr><td style="padding-top:8px">${receiptTable(block.receipt, sheet)}</td></tr>`;
    case "notes":
      return html`<tr><td style="padding-top:26px"><table ${TABLE} width="100%"><tr><td class="ink line" style="${text};border-top:1px solid ${colours.line};padding-top:18px;font-size:15px;line-height:23px;color:${colours.ink}">${block.lines.map((line) => html`<div style="padding-bottom:4px">${sentenceHtml(line, sheet)}</div>`)}</td></tr></table></td></tr>`;
  }
}

/** Returns an event as a card, with its date in a coloured cell. */
function eventTable({ name, picture, tile, state, lines, tickets }: EventCard, sheet: Sheet): Markup {
  const { colours, start, end } = sheet;
  const { ink, muted, line } = colours;
  const texts = lines.map(
    (sentence, at) =>
      html`<div class="${at === 0 ? "ink" : "muted"}" style="font-size:${at === 0 ? 16 : 14}px;line-height:${at === 0 ? 24 : 21}px;padding-top:${at === 0 ? 4 : 2}px;color:${at === 0 ? ink : muted}">${sentenceHtml(sentence, sheet)}</div>`,
  );
  const rows = tickets.map(
    ({ text, detail }) =>
      html`<tr><td class="ink stack" style="${FONT};text-align:${start};padding:8px 0 0;font-size:15px;line-height:22px;color:${ink}"><bdi>${text}</bdi></td><td class="muted stack after" align="${end}" style="${FONT};text-align:${end};padding:8px 0 0;font-size:15px;line-height:22px;color:${muted}"><bdi>${detail}</bdi></td></tr>`,
  );
  const list =
    rows.length > 0
      ? html`<table ${TABLE} class="line" width="100%" style="margin-top:12px;border-top:1px solid ${line}">${rows}</table>`
      : undefined;
  const became =
    state &&
    html`<div class="gone" style="font-size:14px;line-height:20px;font-weight:bold;color:${colours.bad}">${state}</div>`;
  const top =
    picture &&
    html`<tr><td colspan="${tile ? 2 : 1}" style="padding:0;font-size:0;line-height:0"><img src="cid:${picture}" alt="" width="526" style="display:block;width:100%;height:auto;border:0;border-radius:15px 15px 0 0"></td></tr>`;
  const side =
    tile &&
    html`<td width="106" valign="top" class="tilebox" style="padding:20px 0 20px;padding-${start}:18px">${tileTable(tile, sheet)}</td>`;
  return html`<table ${TABLE} class="line" width="100%" style="border:1px solid ${line};border-radius:16px;border-collapse:separate">${top}<tr>${side}<td width="100%" valign="top" class="side ink" style="${FONT};text-align:${start};padding:18px;color:${ink}">${became}<h2 style="margin:0;font-size:20px;line-height:26px"><bdi>${name}</bdi></h2>${texts}${list}</td></tr></table>`;
}

/** Reads the date once for a screen reader: in full. */
function tileTable({ weekday, day, month, inFull }: DateTile, { colours }: Sheet): Markup {
  const { accent, ink, muted } = colours;
  const cell = `${FONT};text-align:center`;
  return html`<table ${TABLE} width="88" class="tile" title="${inFull}" style="border-radius:12px;border-collapse:separate;background:${accent.soft}"><tr><td class="soft" style="${cell};padding:8px 2px 0;font-size:13px;line-height:16px;font-weight:bold;color:${accent.onSoft}">${weekday}</td></tr><tr><td class="ink" style="${cell};font-size:26px;line-height:30px;font-weight:bold;color:${ink}">${day}</td></tr><tr><td class="muted" style="${cell};padding:0 2px 8px;font-size:13px;line-height:16px;white-space:nowrap;color:${muted}">${month}</td></tr></table>`;
}

/** Returns the lines of all events, the savings, and the total. */
function receiptTable({ groups, sums, total, notes }: ReceiptTable, sheet: Sheet): Markup {
  const { colours, start, end } = sheet;
  const { ink, muted, line, ok } = colours;
  const rule = html`<tr><td colspan="2" class="line" style="border-bottom:1px solid ${line};font-size:0;line-height:0;padding-top:6px">&nbsp;</td></tr>`;
  const big = (size: number) =>
    `${FONT};padding:12px 0 0;font-size:${size}px;line-height:28px;font-weight:bold;color:${ink}`;
  return html`<table ${TABLE} width="100%">${groups.map(
    ({ name, rows }) =>
      html`<tr><td colspan="2" class="ink" style="${FONT};text-align:${start};padding:10px 0 4px;font-size:15px;line-height:22px;font-weight:bold;color:${ink}"><bdi>${name}</bdi></td></tr>${rows.map(row)}`,
  )}${sums.length > 0 ? [rule, ...sums.map(row)] : undefined}${rule}<tr><td class="ink" style="${big(18)};text-align:${start}">${total.text}</td><td class="ink" align="${end}" style="${big(24)};text-align:${end};white-space:nowrap">${total.amount}</td></tr>${notes.map(
    (note) =>
      html`<tr><td colspan="2" class="muted" style="${FONT};text-align:${start};padding:2px 0 0;font-size:14px;line-height:21px;color:${muted}">${note}</td></tr>`,
  )}</table>`;

  function row({ text, detail, amount, isSaving }: ReceiptRow): Markup {
    const colour = isSaving ? ok : ink;
    const kind = isSaving ? "good" : "ink";
    const parts =
      detail === undefined
        ? undefined
        : html`<div class="muted" style="font-size:13px;line-height:18px;color:${muted}">${detail}</div>`;
    return html`<tr><td width="100%" valign="top" class="${kind}" style="${FONT};text-align:${start};padding:4px 0;font-size:15px;line-height:22px;color:${colour}"><bdi>${text}</bdi>${parts}</td><td align="${end}" valign="top" class="${kind}" style="${FONT};text-align:${end};padding:4px 0;font-size:15px;line-height:22px;white-space:nowrap;color:${colour}">${amount}</td></tr>`;
  }
}

/** What every part of a mail needs. `start` and `end` are the sides of the reading direction. */
type Sheet = { readonly colours: MailColours; readonly start: "left" | "right"; readonly end: "left" | "right" };

/** HTML that is safe to insert: made by `html` alone. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Value = string | number | Markup | undefined | readonly (string | number | Markup | undefined)[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Returns HTML from a template. Every value that is not HTML already is escaped, in texts and in quoted attributes. */
function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    parts.reduce((text, part, at) => `${text}${part}${at < values.length ? written(values[at]) : ""}`, ""),
  );
}

function written(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "object") return value.map(written).join("");
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

const FONT = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif";
const TABLE = new Markup('role="presentation" cellpadding="0" cellspacing="0" border="0"');

/** The colour of links in the light theme, and the class that gives the one of the dark theme. */
type LinkStyle = { readonly kind: "link" | "muted" | "ok" | "warn" | "bad"; readonly colour: string };

/** Returns a sentence. Its links have the accent colour, or the colour of the text around them. */
function sentenceHtml(
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

function buttonTable({ label, href }: { readonly label: string; readonly href: string }, { colours }: Sheet) {
  const { fill, on } = colours.accent;
  return html`<table ${TABLE} class="button"><tr><td class="fill" bgcolor="${fill}" style="background:${fill};border-radius:14px"><a class="on" href="${safeHref(href)}" style="${FONT};display:inline-block;padding:15px 30px;font-size:18px;line-height:24px;font-weight:bold;color:${on};text-decoration:none">${label}</a></td></tr></table>`;
}

/** The length of the longest subject that inboxes show in full. */
const SUBJECT_MAX = 150;

/** Returns subject, HTML and plain text of a letter. */
export function renderLetter(letter: Letter, brandColour: string): RenderedLetter {
  const subject = [...letter.subject].slice(0, SUBJECT_MAX).join("");
  return { subject, html: mailHtml(letter, brandColour), text: mailText(letter) };
}
