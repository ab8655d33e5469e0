import { randomUUID } from "node:crypto";
import {
  expect,
  expectExtensionFields,
  expectFields,
  expectShape,
  expectStatus,
  requireExtensionStatus,
  requireOffered,
} from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import { makeVoucher } from "#test/conformance/managed-things.ts";
import { expectSuccess } from "#test/conformance/once.ts";
import { amount, fieldOf, key, list, maybe, paymentType, saleStatus } from "#test/conformance/shapes.ts";
import { extension, notCheckable, reference, type Statement, specification } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

/** Pays a new cart with the card that is declined. */
async function decline({ buyer }: Kit) {
  buyer.creditCard("bad");
  const reserved = await buyer.reserveAndLock();
  return { ...reserved, payment: await buyer.pay(reserved, "bad") };
}

/** Pays a cart again with the same attempt's id. */
async function repeatPayment({ buyer, write }: Kit, other: object) {
  const creditCard = buyer.creditCard("good");
  const reserved = await buyer.reserveAndLock();
  const headers = { "idempotency-key": randomUUID() };
  const body = { amount: await buyer.amountOf(reserved.cart), creditCard };
  const path = `/cart/${reserved.cart}/payment`;
  const first = await write("POST", path, body, { headers });
  expectSuccess(first);
  buyer.notePaid(reserved.key);
  return { first, second: await write("POST", path, { ...body, ...other }, { headers }) };
}

export const PAYMENT_STATEMENTS: readonly Statement[] = [
  reference(
    "CAR-40",
    "`POST /cart/{key}/payment` takes `amount`, exactly what is due: another one is `WRONG_AMOUNT`.",
    async ({ buyer, write, get }) => {
      const { cart, key: made } = await buyer.reserveAndLock();
      const answer = await write("POST", `/cart/${cart}/payment`, { amount: 0.01 });
      const type = fieldOf(answer.body, "type");
      expect(type === "WRONG_AMOUNT", answer, "type WRONG_AMOUNT", type ?? answer.status);
      const sale = await get(`/payment/${made}`);
      expect(
        fieldOf(sale.body, "status") === "LOCKED",
        sale,
        "a sale that is still LOCKED",
        fieldOf(sale.body, "status"),
      );
      return undefined;
    },
  ),
  specification("CAR-41", "Amounts in requests are JSON numbers with the currency's decimals.", async ({ buyer }) => {
    // The payment below sends such a number.
    expect((await buyer.paidSale()).answer.status === 200, (await buyer.paidSale()).answer, "a paid sale", undefined);
    return undefined;
  }),
  reference(
    "CAR-42",
    "A payment answers `type`, `payments`, one for each sale, and `amount` (what is due).",
    async ({ buyer }) => {
      const { payment, key: made } = await buyer.paid();
      expectStatus(payment, 200);
      const remark = expectFields(payment, payment.body, { type: paymentType, payments: list }, { amount });
      expect(
        fieldOf(payment.body, "type") === "SUCCESS",
        payment,
        "SUCCESS with the good card",
        fieldOf(payment.body, "type"),
      );
      const payments = fieldOf(payment.body, "payments");
      expect(Array.isArray(payments) && payments.length === 1, payment, "one payment for the one sale", payments);
      expect([undefined, made].includes(fieldOf(payments, 0, "key") as never), payment, `the sale ${made}`, payments);
      return remark;
    },
  ),
  extension(
    "CAR-43",
    "A payment also answers `successful` and `messages`, and for each sale `key`, `type`, `status` and `amount`.",
    async ({ buyer }) => {
      const { payment } = await buyer.paid();
      const row = { key, type: paymentType, status: saleStatus, amount: amount };
      const remark = expectExtensionFields(payment, fieldOf(payment.body, "payments", 0), row);
      if (fieldOf(payment.body, "successful") === undefined)
        throw new NotApplicable("extension not offered: no successful");
      expect(
        fieldOf(payment.body, "successful") === true,
        payment,
        "successful: true",
        fieldOf(payment.body, "successful"),
      );
      return remark;
    },
  ),
  extension("CAR-44", "In `creditCard`: `name` `number` `expiryMonth` `expiryYear` `cvv`.", async ({ buyer }) => {
    const { payment } = await buyer.paid();
    if (payment.status === 400) throw new NotApplicable("extension not offered: the card has other fields");
    expect(fieldOf(payment.body, "type") === "SUCCESS", payment, "type SUCCESS", fieldOf(payment.body, "type"));
    return undefined;
  }),
  reference("CAR-45", "A card that is declined answers `REFUSED`, and the sale is not paid.", async (kit) => {
    const { payment, key: made } = await decline(kit);
    expect(
      fieldOf(payment.body, "type") === "REFUSED",
      payment,
      "type REFUSED",
      fieldOf(payment.body, "type") ?? payment.status,
    );
    const sale = await kit.get(`/payment/${made}`);
    const status = fieldOf(sale.body, "status");
    expect(["LOCKED", "RESERVED"].includes(String(status)), sale, "LOCKED", status);
    return undefined;
  }),
  extension("CAR-46", "After `REFUSED` the sales stay `LOCKED` and may be paid again.", async (kit) => {
    const { key: made } = await decline(kit);
    const sale = await kit.get(`/payment/${made}`);
    expect(fieldOf(sale.body, "status") === "LOCKED", sale, "status LOCKED", fieldOf(sale.body, "status"));
    return undefined;
  }),
  reference("CAR-47", "A cart is paid once: a second payment is not `SUCCESS`.", async (kit) => {
    const creditCard = kit.buyer.creditCard("good");
    const reserved = await kit.buyer.reserveAndLock();
    const amountDue = await kit.buyer.amountOf(reserved.cart);
    expectSuccess(await kit.buyer.pay(reserved, "good"));
    const answer = await kit.write("POST", `/cart/${reserved.cart}/payment`, { amount: amountDue, creditCard });
    expect(
      fieldOf(answer.body, "type") !== "SUCCESS",
      answer,
      "another type than SUCCESS",
      fieldOf(answer.body, "type"),
    );
    return undefined;
  }),
  reference(
    "CAR-48",
    "Nothing due needs no card: `amount` is 0 and `creditCard` is absent.",
    async ({ buyer, manager, write }) => {
      buyer.creditCard("good");
      const { event, ticketTypes } = await manager.ownEvent();
      const tickets = [{ ticketType: ticketTypes.free, quantity: 1 }];
      const { cart, key: made } = await buyer.reserveAndLock({ event, tickets });
      const answer = await write("POST", `/cart/${cart}/payment`, { amount: 0 });
      if (fieldOf(answer.body, "type") === "SUCCESS") buyer.notePaid(made);
      expect(fieldOf(answer.body, "type") === "SUCCESS", answer, "type SUCCESS", fieldOf(answer.body, "type"));
      return undefined;
    },
  ),
  reference("CAR-49", "A cart without sales is not paid.", async ({ get, write, writes }) => {
    if (!writes) throw new NotApplicable("it needs --writes");
    const unused = await get("/cart/");
    const cart = String(fieldOf(unused.body, "key") ?? (unused.body === undefined ? unused.text.trim() : unused.body));
    const answer = await write("POST", `/cart/${cart}/payment`, { amount: 0 });
    const type = fieldOf(answer.body, "type");
    expect(type !== "SUCCESS" && answer.status < 500, answer, "NO_SALES, or a refusal", type ?? answer.status);
    return undefined;
  }),
  extension("CAR-60", "The same `Idempotency-Key` with the same body is answered as the first time.", async (kit) => {
    const { first, second } = await repeatPayment(kit, {});
    if (fieldOf(second.body, "type") !== "SUCCESS") throw new NotApplicable("extension not offered: answered anew");
    expect(second.text === first.text, second, "the first answer again", second.body);
    return undefined;
  }),
  extension("CAR-61", "An `Idempotency-Key` that was used for another payment gets 422.", async (kit) => {
    const { second } = await repeatPayment(kit, { amount: 0.01 });
    requireExtensionStatus(second, 422);
    return undefined;
  }),
  extension("CAR-62", "A payment whose `Idempotency-Key` is under way gets 409.", notCheckable("it takes a slow card")),
  extension(
    "CAR-64",
    "Within 10 minutes after the expiry a payment takes the places again if they are free; otherwise it charges nothing, or returns the charge, and answers `WRONG_STATE`.",
    notCheckable("a reservation lasts for minutes"),
  ),
  extension(
    "CAR-65",
    "`GET /account/{id}/paymentMethods` lists the methods of payment.",
    async ({ get, catalogue }) => {
      const answer = await get(`/account/${await catalogue.accountId()}/paymentMethods`);
      requireOffered(answer);
      expectStatus(answer, 200);
      expectShape(answer, maybe(list), fieldOf(answer.body, "methods"), "methods");
      return expectExtensionFields(answer, answer.body, { methods: list });
    },
  ),
  extension("CAR-66", "`voucher` beside `creditCard` pays a part of a cart, and the card the rest.", async (kit) => {
    const { buyer, write } = kit;
    const creditCard = buyer.creditCard("good");
    const { key: made, cart } = await buyer.reserveAndLock();
    const amount = await buyer.amountOf(cart);
    const voucher = { code: await makeVoucher(kit, 1) };
    const answer = await write("POST", `/cart/${cart}/payment`, { amount, creditCard, voucher });
    if (fieldOf(answer.body, "type") === "SUCCESS") buyer.notePaid(made);
    expect(fieldOf(answer.body, "type") === "SUCCESS", answer, "type SUCCESS", fieldOf(answer.body, "type"));
    return undefined;
  }),
];
