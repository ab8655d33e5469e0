import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Entry } from "#processor/domain/payment.ts";
import { openLedger } from "./ledger.ts";

const AUTHORISED: Entry = {
  at: "2026-11-21T10:00:00.000Z",
  attempt: "attempt-1",
  payment: "payment-1",
  kind: "authorisation",
  amount: "97.00",
  currency: "AUD",
  card: "fingerprint",
  request: "another",
};

const newPath = () => join(mkdtempSync(join(tmpdir(), "ledger-")), "ledger.jsonl");

test("reads appended entries after a restart, in order and with their last state", () => {
  const path = newPath();
  const first = openLedger(path);
  first.append(AUTHORISED);
  first.append({ ...AUTHORISED, kind: "capture" });
  first.close();

  const second = openLedger(path);
  assert.deepEqual(
    second.list("attempt-1").map(({ kind }) => kind),
    ["authorisation", "capture"],
  );
  assert.equal(second.findByAttempt("attempt-1")?.state, "captured");
  assert.equal(second.findPayment("payment-1")?.amount, "97.00");
  assert.deepEqual(second.list("attempt-2"), []);
  second.close();
});

test("removes a last line that a power cut has truncated, and appends after it", () => {
  const path = newPath();
  const first = openLedger(path);
  first.append(AUTHORISED);
  first.close();
  appendFileSync(path, '{"at":"2026-11-21T10:00:01.000Z","attem');

  const second = openLedger(path);
  second.append({ ...AUTHORISED, kind: "void" });
  second.close();
  assert.equal(readFileSync(path, "utf8").trimEnd().split("\n").length, 2);
  assert.equal(openLedger(path).findByAttempt("attempt-1")?.state, "voided");
});

test("refuses to start with a corrupt line in the middle", () => {
  const path = newPath();
  openLedger(path).close();
  appendFileSync(path, "spoilt\n");
  assert.throws(() => openLedger(path), SyntaxError);
});
