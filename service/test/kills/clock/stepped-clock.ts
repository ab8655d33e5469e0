import { readFileSync } from "node:fs";

// Loaded before a program (`node --import`): its clock is the machine's plus the seconds in the file CLOCK_FILE, which a test changes.
// Prints each step that it has seen. Timers are not changed: as in Node they follow another clock, which is never set.

const READ_MS = 10;
const MS_PER_SECOND = 1_000;
const file = process.env.CLOCK_FILE;
if (file === undefined) throw new Error("CLOCK_FILE must name the file with the seconds.");

const SystemDate = Date;
let offset = "";
let offsetMs = 0;

function readOffset(): void {
  const read = readFileSync(String(file), "utf8").trim();
  if (read === offset) return;
  offset = read;
  offsetMs = Number(read) * MS_PER_SECOND;
  console.log(`The clock is off by ${offset} s.`);
}

class SteppedDate extends SystemDate {
  constructor(...parts: unknown[]) {
    super(...((parts.length === 0 ? [SteppedDate.now()] : parts) as [number]));
  }

  static override now(): number {
    return SystemDate.now() + offsetMs;
  }
}

globalThis.Date = SteppedDate as DateConstructor;
readOffset();
setInterval(readOffset, READ_MS).unref();
