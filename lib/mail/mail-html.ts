import "server-only";

import type { Block, Letter } from "./letter.ts";
import { mailColours, mailStyles } from "./mail-colours.ts";
import { buttonTable, FONT, type Sheet, sentenceHtml, TABLE } from "./mail-parts.ts";
import { eventTable, receiptTable } from "./mail-tables.ts";
import { html, Markup } from "./markup.ts";

/** Returns a letter as HTML that mail programs show: tables, inline styles, attached pictures, no script, nothing to load. */
export function mailHtml(letter: Letter, brandColour: string): string {
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
<tr><td class="ink" style="${text};font-size:32px;line-height:38px;font-weight:bold;color:${ink}"><h1 style="margin:0;font-size:32px;line-height:38px">${letter.title}</h1></td></tr>
${letter.blocks.map((block) => blockRow(block, sheet))}
</table></td></tr>
${letter.footer.map((sentence, at) => html`<tr><td class="muted" style="${text};padding:${at === 0 ? 20 : 6}px 4px 0;font-size:13px;line-height:20px;color:${muted}">${sentenceHtml(sentence, sheet, { kind: "muted", colour: muted })}</td></tr>`)}
</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>`;
  return body.toString();
}

function blockRow(block: Block, sheet: Sheet): Markup {
  const { colours, start } = sheet;
  const text = `${FONT};text-align:${start}`;
  switch (block.type) {
    case "lead":
      return html`<tr><td class="ink" style="${text};padding-top:8px;font-size:17px;line-height:26px;color:${colours.ink}">${sentenceHtml(block.text, sheet)}</td></tr>`;
    case "muted":
      return html`<tr><td class="muted" style="${text};padding-top:6px;font-size:15px;line-height:24px;color:${colours.muted}">${sentenceHtml(block.text, sheet)}</td></tr>`;
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
      return html`<tr><td style="padding-top:14px">${eventTable(block.event, sheet)}</td></tr>`;
    case "receipt":
      return html`<tr><td style="padding-top:8px">${receiptTable(block.receipt, sheet)}</td></tr>`;
    case "notes":
      return html`<tr><td style="padding-top:26px"><table ${TABLE} width="100%"><tr><td class="ink line" style="${text};border-top:1px solid ${colours.line};padding-top:18px;font-size:15px;line-height:23px;color:${colours.ink}">${block.lines.map((line) => html`<div style="padding-bottom:4px">${sentenceHtml(line, sheet)}</div>`)}</td></tr></table></td></tr>`;
  }
}
