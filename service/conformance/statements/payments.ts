import { randomUUID } from "node:crypto";
import {
  amount,
  expect,
  expectField,
  expectShape,
  expectStatus,
  expectSuccess,
  fieldOf,
  flag,
  key,
  list,
  NotApplicable,
  notOffered,
  paymentType,
  requireExtensionStatus,
  requireOffered,
  saleStatus,
} from "#conformance/expect.ts";
import type { Kit } from "#conformance/kit.ts";
import { extension, reference, type Statement, shape } from "#conformance/statement.ts";
import { newCartIn } from "./carts.ts";

/** Pays a cart, and pays it again with the same attempt's id. */
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
    "`POST /cart/{key}/payment` takes `amount`, exactly what is due: another one is `WRONG_AMOUNT`, and nothing is paid.",
    async ({ buyer, write, get }) => {
      const { cart, key: made } = await buyer.reserveAndLock();
      expectField(await write("POST", `/cart/${cart}/payment`, { amount: 0.01 }), "type", "WRONG_AMOUNT");
      expectField(await get(`/payment/${made}`), "status", "LOCKED");
    },
  ),
  ...shape("CAR-42", {
    what: "The payment of a cart, by `creditCard` with `name` `number` `expiryMonth` `expiryYear` `cvv`,",
    async read({ buyer }) {
      const { payment } = await buyer.paid();
      expectStatus(payment, 200);
      expectField(payment, "type", "SUCCESS");
      return payment;
    },
    required: { type: paymentType, payments: list.length(1) },
    optional: { amount },
    extensions: { successful: flag, messages: list },
  }),
  ...shape("CAR-43", {
    what: "A payment's row of each sale",
    async read({ buyer }) {
      const { payment: answer, key: made } = await buyer.paid();
      const value = fieldOf(answer.body, "payments", 0);
      expect([undefined, made].includes(fieldOf(value, "key") as never), answer, `the sale ${made}`, value);
      return { answer, value };
    },
    extensions: { key, type: paymentType, status: saleStatus, amount },
  }),
  reference(
    "CAR-45",
    "A card that is declined answers `REFUSED`, and the sale is not paid: it stays `LOCKED` and may be paid again.",
    async ({ buyer, get }) => {
      buyer.creditCard("bad");
      const reserved = await buyer.reserveAndLock();
      expectField(await buyer.pay(reserved, "bad"), "type", "REFUSED");
      expectField(await get(`/payment/${reserved.key}`), "status", "LOCKED", "RESERVED");
    },
  ),
  reference("CAR-47", "A cart is paid once: a second payment is not `SUCCESS`.", async ({ buyer, write }) => {
    const creditCard = buyer.creditCard("good");
    const reserved = await buyer.reserveAndLock();
    const amount = await buyer.amountOf(reserved.cart);
    expectSuccess(await buyer.pay(reserved, "good"));
    const answer = await write("POST", `/cart/${reserved.cart}/payment`, { amount, creditCard });
    const type = fieldOf(answer.body, "type");
    expect(type !== "SUCCESS", answer, "another type than SUCCESS", type);
  }),
  reference("CAR-48", "Nothing due needs no card: `amount` is 0 and `creditCard` is absent.", async (kit) => {
    const { buyer, manager, write } = kit;
    buyer.creditCard("good");
    const { event, ticketTypes } = await manager.ownEvent();
    const { cart, key: made } = await buyer.reserveAndLock({
      event,
      tickets: [{ ticketType: ticketTypes.free, quantity: 1 }],
    });
    const answer = await write("POST", `/cart/${cart}/payment`, { amount: 0 });
    if (fieldOf(answer.body, "type") === "SUCCESS") buyer.notePaid(made);
    expectField(answer, "type", "SUCCESS");
  }),
  reference("CAR-49", "A cart without sales is not paid.", async ({ get, write, writes }) => {
    if (!writes) throw new NotApplicable("it needs --writes");
    const answer = await write("POST", `/cart/${newCartIn(await get("/cart/"))}/payment`, { amount: 0 });
    const type = fieldOf(answer.body, "type");
    expect(type !== "SUCCESS" && answer.status < 500, answer, "NO_SALES, or a refusal", type ?? answer.status);
  }),
  extension(
    "CAR-60",
    "The same `Idempotency-Key` with the same body is answered as the first time; while the first is under way it gets 409.",
    async (kit) => {
      const { first, second } = await repeatPayment(kit, {});
      if (fieldOf(second.body, "type") !== "SUCCESS") throw notOffered("answered anew");
      expect(second.text === first.text, second, "the first answer again", second.body);
    },
  ),
  extension("CAR-61", "An `Idempotency-Key` that was used for another payment gets 422.", async (kit) => {
    requireExtensionStatus((await repeatPayment(kit, { amount: 0.01 })).second, 422);
  }),
  extension("CAR-65", "`GET /account/{id}/paymentMethods` lists the `methods` of payment.", async (kit) => {
    const answer = await kit.get(`/account/${await kit.catalogue.accountId()}/paymentMethods`);
    requireOffered(answer);
    expectStatus(answer, 200);
    expectShape(answer, list, fieldOf(answer.body, "methods"), "methods");
  }),
  extension(
    "CAR-66",
    "`voucher` beside `creditCard` pays a part of a cart, and the card the rest.",
    async ({ buyer, manager, write }) => {
      const creditCard = buyer.creditCard("good");
      const { key: made, cart } = await buyer.reserveAndLock();
      const body = { amount: await buyer.amountOf(cart), creditCard, voucher: { code: await manager.makeVoucher(1) } };
      const answer = await write("POST", `/cart/${cart}/payment`, body);
      if (fieldOf(answer.body, "type") === "SUCCESS") buyer.notePaid(made);
      expectField(answer, "type", "SUCCESS");
    },
  ),
];
