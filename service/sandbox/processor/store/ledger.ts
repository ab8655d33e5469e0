import { createHmac } from "node:crypto";
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
import { type Entry, type Payment, paymentAfter } from "#sandbox/processor/domain/payment.ts";
import { type Behaviour, TEST_CARDS } from "#sandbox/processor/domain/test-cards.ts";

export type Ledger = {
  /** Writes an entry to disk. It is synchronous, so that no other request can run between the decision and the write. */
  append(entry: Entry): Payment;
  findPayment(id: string): Payment | undefined;
  findByAttempt(attempt: string): Payment | undefined;
  /** Returns the payment of a partial refund, by the merchant's id of the refund. */
  findByRefund(refund: string): Payment | undefined;
  list(attempt: string | undefined): readonly Entry[];
  close(): void;
};

/** Opens an append-only file with one entry per line, which is read completely at start. */
export function openLedger(path: string): Ledger {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const entries = readEntries(path);
  const payments = new Map<string, Payment>();
  const byAttempt = new Map<string, string>();
  const byRefund = new Map<string, string>();
  for (const entry of entries) remember(entry);
  const file = openSync(path, "a", 0o600);

  function remember(entry: Entry): Payment {
    const payment = paymentAfter(entry, payments.get(entry.payment));
    payments.set(payment.id, payment);
    if (entry.refund !== undefined) byRefund.set(entry.refund, payment.id);
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
    findByRefund: (refund) => payments.get(byRefund.get(refund) ?? ""),
    list: (attempt) => entries.filter((entry) => attempt === undefined || entry.attempt === attempt),
    close: () => closeSync(file),
  };
}

/** Appends the whole line or nothing: a partial line on a full disk would corrupt the next one too. */
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

/** Reads the entries and removes a truncated last line, which was never answered. */
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

export type Fingerprints = {
  /** Returns a keyed hash. With a plain hash, a card number could be found by trying all of them. */
  of(text: string): string;
  /** Returns the behaviour of the test card with this fingerprint. Card numbers are not stored. */
  behaviourOf(fingerprint: string): Behaviour | undefined;
};

export function keyedFingerprints(secret: string): Fingerprints {
  const of = (text: string) => createHmac("sha256", `fingerprint ${secret}`).update(text).digest("base64url");
  const behaviours = new Map([...TEST_CARDS].map(([number, behaviour]) => [of(number), behaviour]));
  return { of, behaviourOf: (fingerprint) => behaviours.get(fingerprint) };
}
