import "server-only";

import type { Block, EventCard, Inline, Letter, ReceiptRow, ReceiptTable, Sentence } from "./letter.ts";
import { safeHref } from "./markup.ts";

/** Returns a letter as plain text, with every fact and every link of the HTML. Lines are not wrapped. */
export function mailText({ brand, title, blocks, footer, direction }: Letter): string {
  // Names and amounts in another script are isolated, as `bdi` does in HTML.
  const isolate = (text: string) => (direction === "rtl" && text !== "" ? `\u2068${text}\u2069` : text);
  const parts = [brand, `${title}\n${"=".repeat(Math.min(40, [...title].length))}`, ...blocks.map(blockText)];
  return `${[...parts, "--", ...footer.map(sentenceText)].join("\n\n")}\n`;

  function sentenceText(sentence: Sentence): string {
    return sentence.map(inlineText).join(" ");
  }

  function inlineText(part: Inline): string {
    if (typeof part === "string") return part;
    if ("strong" in part) return part.strong;
    if ("muted" in part) return part.muted;
    if ("name" in part) return isolate(part.name);
    const address = safeHref(part.href).replace(/^mailto:/, "");
    return `${part.link}${/[?؟]$/.test(part.link) ? "" : ":"} ${address}`;
  }

  function blockText(block: Block): string {
    switch (block.type) {
      case "button":
        return `${block.label}:\n${safeHref(block.href)}`;
      case "heading":
        return `${block.text}\n${"-".repeat(Math.min(40, [...block.text].length))}`;
      case "event":
        return eventText(block.event);
      case "receipt":
        return receiptText(block.receipt);
      case "notes":
        return block.lines.map(sentenceText).join("\n");
      default:
        return sentenceText(block.text);
    }
  }

  function eventText({ name, tile, lines, tickets, button }: EventCard): string {
    return [
      isolate(name),
      ...(tile ? [tile.inFull] : []),
      ...lines.map(sentenceText),
      ...tickets.map(({ text, detail }) => `- ${isolate(text)}${detail ? ` (${isolate(detail)})` : ""}`),
      ...(button ? [`${button.label}:\n${safeHref(button.href)}`] : []),
    ].join("\n");
  }

  function receiptText({ groups, sums, total, notes }: ReceiptTable): string {
    return [
      ...groups.flatMap(({ name, rows }) => [isolate(name), ...rows.map(rowText)]),
      ...sums.map(rowText),
      rowText(total),
      ...notes,
    ].join("\n");
  }

  function rowText({ text, detail, amount }: ReceiptRow): string {
    return `${isolate(text)}: ${isolate(amount)}${detail === undefined ? "" : ` (${detail})`}`;
  }
}
