import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardErrorWords } from "#lib/checkout/card-schema.ts";
import { isCardShown, payableOrder, readPayment } from "./payment-methods.ts";

const WORDS = new Proxy({}, { get: (_, name) => name }) as CardErrorWords;
const NOW = new Date("2026-11-22T00:00:00Z");
const total = { minor: 5500, currency: "NZD" };
const voucher = (minor: number) => ({ code: "7QK2-M0XD-9V3T-HC51", balance: { minor, currency: "NZD" } });

function cardForm(): FormData {
  const form = new FormData();
  const card = { number: "4111 1111 1111 1111", expiry: "12 / 30", code: "123", name: "Ada Lovelace" };
  for (const [name, text] of Object.entries(card)) form.set(name, text);
  return form;
}

function bodyOf(form: FormData, minor?: number): object {
  const order = payableOrder(minor === undefined ? {} : { voucher: voucher(minor) }, { total });
  const read = readPayment({ order, form }, WORDS, NOW);
  assert.ok(read.ok, JSON.stringify(read));
  return JSON.parse(JSON.stringify(Object.assign({}, ...read.typed.means.map((means) => means.bodyPart()))));
}

test("sends the voucher with the amount that it pays, and the card for the rest", () => {
  const { creditCard, ...rest } = bodyOf(cardForm(), 2000) as { creditCard: object };
  assert.deepEqual(rest, { voucher: { code: "7QK2-M0XD-9V3T-HC51", amount: 20 } });
  assert.equal(Reflect.get(creditCard, "number"), "4111111111111111");
});

test("sends no card when a voucher pays everything, and no voucher when there is none", () => {
  assert.deepEqual(bodyOf(new FormData(), 9000), { voucher: { code: "7QK2-M0XD-9V3T-HC51", amount: 55 } });
  assert.deepEqual(Object.keys(bodyOf(cardForm())), ["creditCard"]);
});

test("needs the card's fields only while a card pays a part", () => {
  const empty = new FormData();
  for (const minor of [undefined, 2000]) {
    const order = payableOrder(minor === undefined ? {} : { voucher: voucher(minor) }, { total });
    const read = readPayment({ order, form: empty }, WORDS, NOW);
    assert.deepEqual([isCardShown(order), read.ok], [true, false]);
    assert.deepEqual(Object.keys(read.ok ? {} : read.fieldErrors), ["number", "expiry", "code", "name"]);
  }
  assert.equal(isCardShown(payableOrder({ voucher: voucher(5500) }, { total })), false);
});
