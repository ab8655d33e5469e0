import { z } from "zod";
import { expect, expectShape, expectStatus, requireOffered } from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import { expectSuccess } from "#test/conformance/once.ts";
import {
  admissionStatus,
  admitResult,
  fieldOf,
  idsOf,
  onSaleStatus,
  paymentType,
  saleStatus,
} from "#test/conformance/shapes.ts";
import { extension, notCheckable, reference, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const INPUT_TYPES = z.enum(["AUTOCOMPLETE", "TEXT", "TEXTAREA", "DATE", "SELECT"]);

/** Expects a sale to be read back in one of these states. */
async function expectSaleStatus({ get }: Kit, key: string, ...states: readonly string[]): Promise<undefined> {
  const answer = await get(`/payment/${key}`);
  expectStatus(answer, 200);
  const status = fieldOf(answer.body, "status");
  expect(states.includes(String(status)), answer, states.join(" or "), status);
  return undefined;
}

export const STATE_STATEMENTS: readonly Statement[] = [
  reference(
    "STA-01",
    "The status of a sale is `RESERVED`, `LOCKED`, `PROCESSING`, `CONFIRMED` or `UNFULFILLED`.",
    async ({ get, buyer }) => {
      const answer = await get(`/payment/${(await buyer.shared()).key}`);
      expectStatus(answer, 200);
      expectShape(answer, saleStatus, fieldOf(answer.body, "status"), "status");
      return undefined;
    },
  ),
  reference("STA-02", "A new sale is `RESERVED`.", async (kit) =>
    expectSaleStatus(kit, (await kit.buyer.shared()).key, "RESERVED"),
  ),
  reference("STA-03", "A lock takes a sale from `RESERVED` to `LOCKED`.", async (kit) =>
    expectSaleStatus(kit, (await kit.buyer.reserveAndLock()).key, "LOCKED"),
  ),
  reference("STA-04", "Unlocking takes it back to `RESERVED`.", async (kit) => {
    const { key, cart } = await kit.buyer.reserveAndLock();
    expectSuccess(await kit.write("POST", `/cart/${cart}/unlock`));
    return expectSaleStatus(kit, key, "RESERVED");
  }),
  reference("STA-05", "A payment takes it through `PROCESSING` to `CONFIRMED`.", async (kit) =>
    expectSaleStatus(kit, (await kit.buyer.paidSale()).key, "PROCESSING", "CONFIRMED"),
  ),
  reference(
    "STA-06",
    "A sale is `UNFULFILLED` when its charge could not become tickets and is returned.",
    notCheckable("it takes a charge after the last place was sold elsewhere"),
  ),
  reference(
    "STA-07",
    "An unpaid sale past its expiry no longer exists.",
    notCheckable("a reservation lasts for minutes"),
  ),
  reference(
    "STA-08",
    "The status of an admission is `NOT_RESERVED`, `RESERVED`, `PENDING_GUEST_DETAILS`, `CONFIRMED`, `REFUNDED` or `RETURNED`.",
    async ({ get, buyer }) => {
      const { answer: sale, key } = await buyer.paidSale();
      for (const id of idsOf(fieldOf(sale.body, "admissions"))) {
        const answer = await get(`/admission/${id}`, { headers: { "sale-key": key } });
        expectStatus(answer, 200);
        expectShape(answer, admissionStatus, fieldOf(answer.body, "reservationStatus"), "reservationStatus");
      }
      return undefined;
    },
  ),
  reference(
    "STA-09",
    "The result of a payment is `NO_SALES`, `WRONG_STATE`, `REFUSED`, `SUCCESS` or `WRONG_AMOUNT`.",
    async ({ write, buyer }) => {
      const { cart } = await buyer.reserveAndLock();
      const answer = await write("POST", `/cart/${cart}/payment`, { amount: 0.01 });
      expectShape(answer, paymentType, fieldOf(answer.body, "type"), "type");
      return undefined;
    },
  ),
  reference("STA-10", "An offering is `PUBLIC`, `LAYBY` or `BOX_OFFICE`.", async ({ get, catalogue }) => {
    const { eventId } = await catalogue.onSale();
    expectStatus(await catalogue.offering(), 200);
    const boxOffice = await get(`/offering/${eventId}/BOX_OFFICE`);
    expect([200, 403, 404].includes(boxOffice.status), boxOffice, "an offering, or a refusal", boxOffice.status);
    const unknown = await get(`/offering/${eventId}/CONFORMANCE`);
    expect(unknown.status >= 400 && unknown.status < 500, unknown, "a refusal of another type", unknown.status);
    return undefined;
  }),
  reference(
    "STA-11",
    "The input of a question is `AUTOCOMPLETE`, `TEXT`, `TEXTAREA`, `DATE` or `SELECT`.",
    async ({ catalogue }) => {
      const { answer, value } = await catalogue.question();
      expectShape(answer, INPUT_TYPES, fieldOf(value, "inputType"), "inputType");
      return undefined;
    },
  ),
  extension(
    "STA-12",
    "Event, date and ticket type are `NOT_ON_SALE`, `ON_SALE`, `SOLD_OUT`, `CLOSED` or `CANCELLED`.",
    async ({ catalogue }) => {
      const { event, eventDate, ticketType } = await catalogue.onSale();
      const found = [event, eventDate, ticketType].filter(({ body }) => fieldOf(body, "saleStatus") !== undefined);
      if (found.length === 0) throw new NotApplicable("extension not offered: no saleStatus");
      for (const answer of found) expectShape(answer, onSaleStatus, fieldOf(answer.body, "saleStatus"), "saleStatus");
      return undefined;
    },
  ),
  extension(
    "STA-13",
    "The result of admitting is `ADMITTED`, `ALREADY_ADMITTED`, `NOT_FOUND`, `NOT_CONFIRMED`, `CANCELLED`, `WRONG_EVENT_DATE` or `TOO_MANY_TODAY`.",
    async ({ buyer }) => {
      for (const answer of Object.values(await buyer.admitted())) {
        requireOffered(answer);
        if (fieldOf(answer.body, "result") === undefined) throw new NotApplicable("extension not offered: no result");
        expectShape(answer, admitResult, fieldOf(answer.body, "result"), "result");
      }
      return undefined;
    },
  ),
];
