import "server-only";

import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { env } from "#lib/env.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { applyRecord, emptyLine, type Line, type LineRecord } from "./line.ts";

/** What this process has read of a line's file. */
type ReadSoFar = { line: Line; bytes: number; file: string };

const known = processWide("waiting-room lines", () => new Map<number, ReadSoFar>());

/** More lines than move at once. Another one is read again from its file. */
const KNOWN_MAX = 20;

/**
 * Returns an event's line with all that any process has appended to its file; `undefined` where nobody has ever joined. The file
 * is asked each time, so that no process shows an older place than another has shown. It is read without waiting: nearly always
 * nothing is new, and two reads at once would apply the same records twice.
 */
export function readLine(eventId: number): Line | undefined {
  const file = open(eventId);
  if (file === undefined) {
    known.delete(eventId);
    return undefined;
  }
  try {
    const { ino, birthtimeMs, size } = fstatSync(file);
    // A new file may have the number of a removed one.
    const name = `${ino} ${birthtimeMs}`;
    const before = known.get(eventId);
    const isSame = before !== undefined && before.file === name && before.bytes <= size;
    const so = isSame ? before : { line: emptyLine(), bytes: 0, file: name };
    if (size > so.bytes) readOn(file, so, size - so.bytes);
    known.delete(eventId);
    known.set(eventId, so);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > KNOWN_MAX) known.delete(oldest);
    return so.line;
  } finally {
    closeSync(file);
  }
}

/**
 * Appends records, and returns the line with them and all that others appended before. The system appends one write as a whole, so
 * all processes read the records in one order, which decides who was first.
 */
export function appendToLine(eventId: number, ...records: readonly LineRecord[]): Line {
  // The empty line before them ends a record that a full disk has left incomplete.
  const text = `\n${records.map((record) => record.join(" ") + WHOLE).join("\n")}\n`;
  mkdirSync(lineFolder(), { recursive: true, mode: 0o700 });
  appendFileSync(pathOf(eventId), text, { mode: 0o600 });
  const line = readLine(eventId);
  if (line === undefined) throw new Error("The file of a waiting room was removed while it was written.");
  return line;
}

/** Ends each record. One without it was cut: half an id or half a time means something else. */
const WHOLE = " .";

export function lineFolder(): string {
  return join(env().FOYER_DATA, "storefront", "lines");
}

function pathOf(eventId: number): string {
  return join(lineFolder(), `${eventId}.log`);
}

function open(eventId: number): number | undefined {
  try {
    return openSync(pathOf(eventId), "r");
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return undefined;
    throw fault;
  }
}

function readOn(file: number, so: ReadSoFar, length: number): void {
  const buffer = Buffer.alloc(length);
  const text = buffer.toString("latin1", 0, readSync(file, buffer, 0, length, so.bytes));
  // Another process may be in the middle of a write.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  so.bytes += whole.length;
  for (const record of whole.split("\n"))
    if (record.endsWith(WHOLE)) applyRecord(so.line, record.slice(0, -WHOLE.length).split(" "));
}
