import "server-only";

import type { DateTile, EventCard, ReceiptRow, ReceiptTable } from "./letter.ts";
import { buttonTable, FONT, type Sheet, sentenceHtml, TABLE } from "./mail-parts.ts";
import { html, type Markup } from "./markup.ts";

/** Returns an event as a card, with its date in a coloured cell. */
export function eventTable({ name, picture, tile, lines, tickets, button }: EventCard, sheet: Sheet): Markup {
  const { colours, start, end } = sheet;
  const { ink, muted, line } = colours;
  const texts = lines.map(
    (sentence, at) =>
      html`<div class="${at === 0 ? "ink" : "muted"}" style="font-size:${at === 0 ? 16 : 14}px;line-height:${at === 0 ? 24 : 21}px;padding-top:${at === 0 ? 4 : 2}px;color:${at === 0 ? ink : muted}">${sentenceHtml(sentence, sheet)}</div>`,
  );
  const rows = tickets.map(
    ({ text, detail }) =>
      html`<tr><td class="ink" style="${FONT};text-align:${start};padding:8px 0 0;font-size:15px;line-height:22px;color:${ink}"><bdi>${text}</bdi></td><td class="muted" align="${end}" style="${FONT};text-align:${end};padding:8px 0 0;font-size:15px;line-height:22px;color:${muted}"><bdi>${detail}</bdi></td></tr>`,
  );
  const list =
    rows.length > 0
      ? html`<table ${TABLE} class="line" width="100%" style="margin-top:12px;border-top:1px solid ${line}">${rows}</table>`
      : undefined;
  const action = button && html`<div style="padding-top:14px">${buttonTable(button, sheet)}</div>`;
  const top =
    picture &&
    html`<tr><td colspan="${tile ? 2 : 1}" style="padding:0;font-size:0;line-height:0"><img src="cid:${picture}" alt="" width="526" style="display:block;width:100%;height:auto;border:0;border-radius:15px 15px 0 0"></td></tr>`;
  const side =
    tile &&
    html`<td width="84" valign="top" class="tilebox" style="padding:20px 0 20px;padding-${start}:18px">${tileTable(tile, sheet)}</td>`;
  return html`<table ${TABLE} class="line" width="100%" style="border:1px solid ${line};border-radius:16px;border-collapse:separate">${top}<tr>${side}<td width="100%" valign="top" class="side ink" style="${FONT};text-align:${start};padding:18px;color:${ink}"><h3 style="margin:0;font-size:20px;line-height:26px"><bdi>${name}</bdi></h3>${texts}${list}${action}</td></tr></table>`;
}

/** Reads the date once for a screen reader: in full. */
function tileTable({ weekday, day, month, inFull }: DateTile, { colours }: Sheet): Markup {
  const { accent, ink, muted } = colours;
  const cell = `${FONT};text-align:center`;
  return html`<table ${TABLE} width="66" class="tile" title="${inFull}" style="border-radius:12px;border-collapse:separate;background:${accent.soft}"><tr><td class="soft" style="${cell};padding:8px 2px 0;font-size:13px;line-height:16px;font-weight:bold;color:${accent.onSoft}">${weekday}</td></tr><tr><td class="ink" style="${cell};font-size:26px;line-height:30px;font-weight:bold;color:${ink}">${day}</td></tr><tr><td class="muted" style="${cell};padding:0 2px 8px;font-size:13px;line-height:16px;color:${muted}">${month}</td></tr></table>`;
}

/** Returns the lines of all events, the savings, and the total. */
export function receiptTable({ groups, sums, total, notes }: ReceiptTable, sheet: Sheet): Markup {
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
