import {
  appendFileSync,
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
} from "node:fs";
import { dirname } from "node:path";
import { type Entry, type Payment, paymentAfter } from "#processor/domain/payment.ts";

export type Ledger = {
  /** On disk when it returns. Synchronous, so that deciding and writing are one step that no other request can enter. */
  append(entry: Entry): Payment;
  findPayment(id: string): Payment | undefined;
  findByAttempt(attempt: string): Payment | undefined;
  list(attempt: string | undefined): readonly Entry[];
  close(): void;
};

/** An append-only file of one entry per line, read back at start: a restart forgets nothing. */
export function openLedger(path: string): Ledger {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const entries = readEntries(path);
  const payments = new Map<string, Payment>();
  const byAttempt = new Map<string, string>();
  for (const entry of entries) remember(entry);
  const file = openSync(path, "a", 0o600);

  function remember(entry: Entry): Payment {
    const payment = paymentAfter(entry);
    payments.set(payment.id, payment);
    byAttempt.set(payment.attempt, payment.id);
    return payment;
  }

  return {
    append(entry) {
      appendWhole(file, `${JSON.stringify(entry)}\n`);
      entries.push(entry);
      return remember(entry);
    },
    findPayment: (id) => payments.get(id),
    findByAttempt: (attempt) => payments.get(byAttempt.get(attempt) ?? ""),
    list: (attempt) => entries.filter((entry) => attempt === undefined || entry.attempt === attempt),
    close: () => closeSync(file),
  };
}

/** All of the line or nothing of it: half a line of a full disk would spoil the next one too. */
function appendWhole(file: number, line: string): void {
  const { size } = fstatSync(file);
  try {
    appendFileSync(file, line);
    fdatasyncSync(file);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
}

/** A line that a power cut tore was never answered to anybody: it is taken off, so that the next begins on its own line. */
function readEntries(path: string): Entry[] {
  const bytes = readBytes(path);
  const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
  if (whole.length < bytes.length) truncateSync(path, whole.length);
  return whole
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Entry => JSON.parse(line));
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
