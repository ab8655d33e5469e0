import "server-only";

import { plainLine } from "#lib/i18n/words.ts";

const BYTES_MAX = 75;

/** Returns a line of an iCalendar file, folded by RFC 5545 §3.1: at most 75 bytes a line, and no letter is cut. */
export function contentLine(name: string, value: string): string {
  const lines: string[] = [];
  let line = "";
  let bytes = 0;
  for (const letter of `${name}:${value}`) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > BYTES_MAX) {
      lines.push(line);
      line = " ";
      bytes = 1;
    }
    line += letter;
    bytes += size;
  }
  return [...lines, line].join("\r\n");
}

/** Returns a value of type TEXT. Each of the texts is one line, whatever a promoter has typed. */
export function textValue(...texts: readonly string[]): string {
  return texts.map((text) => plainLine(text).replace(/[\\;,]/g, "\\$&")).join("\\n");
}

/** Returns a UTC time such as `20261204T063000Z`. */
export function utcValue(at: Date): string {
  return `${at.toISOString().replaceAll(/[-:]|\.\d{3}/g, "")}`;
}
