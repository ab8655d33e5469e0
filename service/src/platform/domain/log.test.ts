import assert from "node:assert/strict";
import test from "node:test";
import { fieldsOfError, levelOfError, maskFields } from "./log.ts";

test("P13: fields with the name of a secret are left out, and secrets inside texts are masked", () => {
  const masked = maskFields({
    cookie: "c00kie",
    authorization: "Basic abc",
    saleKey: "ABCDEFGH12",
    cardNumber: "4111",
    phoneNumber: "1",
    fault: "the sale ABCDEFGH12 of 4111 1111 1111 1111 with Basic c2hvcDpzZWNyZXQ= or Bearer abc",
    voucher: "used K7QM-2F4T-9XWD-H3PR up",
    link: `https://tickets.example/en/sales/${"aB3-_".repeat(20)}`,
    buyer: "<ada.lovelace+x@example.com> said ECONNRESET",
    database: "postgres://user:password@db/foyer",
    status: 503,
    request: "41111111-1111-1111-8111-111111111111",
    attempt: "41111111-1111-1111-8111-111111111111",
    payment: "4111111111111111",
  });
  assert.deepEqual(masked, {
    fault: "the sale [masked] of [masked] with [masked] or [masked]",
    voucher: "used [masked] up",
    link: "https://tickets.example/en/sales/[masked]",
    buyer: "<[masked]> said ECONNRESET",
    database: "postgres:[masked]db/foyer",
    status: 503,
    request: "41111111-1111-1111-8111-111111111111",
    attempt: "41111111-1111-1111-8111-111111111111",
    payment: "[masked]",
  });
});

test("P13: an error is logged without the values that it quotes and without its detail", () => {
  const duplicate = Object.assign(new Error('invalid input syntax for type integer: "Ada Lovelace"'), {
    code: "22P02",
    detail: "Key (email)=(ada@example.com) already exists.",
    constraint: "buyer_email",
  });
  const { stack, ...fields } = fieldsOfError(duplicate);
  assert.deepEqual(fields, {
    fault: 'Error: invalid input syntax for type integer: "…"',
    code: "22P02",
    constraint: "buyer_email",
  });
  assert.match(String(stack), /^at .*log\.test\.ts/);
  assert.doesNotMatch(String(stack), /Lovelace/);
  assert.match(String(fieldsOfError(parseFault()).fault), /^SyntaxError: [^{]*$/);
  assert.deepEqual(fieldsOfError("4111"), { fault: "The thrown value is not an Error." });
});

test("a full disk and a refused database password are alarms", () => {
  for (const code of ["53100", "ENOSPC", "28P01"])
    assert.equal(levelOfError(Object.assign(new Error("no"), { code })), "alarm");
  assert.equal(
    levelOfError(new AggregateError([new Error("no"), Object.assign(new Error(), { code: "ENOSPC" })])),
    "alarm",
  );
  assert.equal(levelOfError(Object.assign(new Error("no"), { code: "40001" })), "error");
});

function parseFault(): unknown {
  try {
    return JSON.parse('{"number":"4111111111111111" "cvv"');
  } catch (error) {
    return error;
  }
}
