import { z } from "zod";
import { expect, expectExtensionFields, expectStatus, requireOffered } from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import { expectSuccess, isRefusal } from "#test/conformance/once.ts";
import { amount, count, fieldOf, idsOf, instant, list, refs, text } from "#test/conformance/shapes.ts";
import { extension, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const state = z.enum(["REFUNDED", "PROCESSING", "RETURNED", "REFUSED"]);

/** Buys and refunds a ticket. */
async function refundedSale({ buyer, get, write }: Kit) {
  buyer.creditCard("good");
  const reserved = await buyer.reserveAndLock();
  expectSuccess(await buyer.pay(reserved, "good"));
  const before = await get(`/payment/${reserved.key}`);
  const admissions = idsOf(fieldOf(before.body, "admissions"));
  const answer = await write("POST", `/admission/${admissions[0]}/refund`, { fee: "returned", notify: false });
  if (answer.status === 403) throw new NotApplicable("this user does not manage");
  requireOffered(answer);
  return { key: reserved.key, admissions, answer };
}

export const REFUND_STATEMENTS: readonly Statement[] = [
  extension(
    "SAL-50",
    "`POST /order/{key}/refund` `{ admissions?, fee, reason?, notify?, force? }` and `POST /admission/{id}/refund` refund tickets of a paid sale. `fee` is `returned` or `kept`. The answer has `refund` with `id` `created` `state` `amount` `feeKept` `admissions`.",
    async (kit) => {
      const { answer } = await refundedSale(kit);
      expectStatus(answer, 200);
      expectSuccess(answer);
      const fields = { id: text, created: instant, state, amount, feeKept: amount, admissions: refs };
      return expectExtensionFields(answer, fieldOf(answer.body, "refund"), fields);
    },
  ),
  extension(
    "SAL-51",
    "A refunded ticket is `REFUNDED`, or `RETURNED` when it was free or paid in cash, and no longer admits.",
    async (kit) => {
      const { key, admissions, answer } = await refundedSale(kit);
      const headers = { "sale-key": key };
      const read = await kit.get(`/admission/${admissions[0]}`, { headers });
      const status = fieldOf(read.body, "reservationStatus");
      expect(status === "REFUNDED" || status === "RETURNED", answer, "REFUNDED or RETURNED", status);
      const admitted = await kit.write("POST", `/admission/${admissions[0]}/admit`, {});
      if (admitted.status === 403) return undefined;
      expect(fieldOf(admitted.body, "result") !== "ADMITTED", admitted, "no entry", fieldOf(admitted.body, "result"));
      return undefined;
    },
  ),
  extension("SAL-52", "A ticket is refunded once: another refund of it is refused.", async (kit) => {
    const { key, admissions } = await refundedSale(kit);
    const again = await kit.write("POST", `/order/${key}/refund`, { admissions: [admissions[0]], fee: "returned" });
    expect(isRefusal(again), again, "a refusal", again.body);
    return undefined;
  }),
  extension(
    "SAL-53",
    "`GET /payment/{keyOrId}` has `refunds` with `id` `created` `amount` `feeKept` `state` `admissions`; `GET /order/{key}/refunds` `{ refunded, refunds }` lists them, with those that the processor refused. A refunded sale stays `CONFIRMED`.",
    async (kit) => {
      const { key } = await refundedSale(kit);
      const answer = await kit.get(`/payment/${key}`);
      const all = fieldOf(answer.body, "refunds");
      expect(Array.isArray(all) && all.length === 1, answer, "one refund", all);
      const fields = { id: text, created: instant, amount, feeKept: amount, state, admissions: list };
      const remark = expectExtensionFields(answer, all[0], fields);
      expect(fieldOf(answer.body, "status") === "CONFIRMED", answer, "CONFIRMED", fieldOf(answer.body, "status"));
      const listed = await kit.get(`/order/${key}/refunds`);
      const refunds = fieldOf(listed.body, "refunds");
      expect(Array.isArray(refunds) && refunds.length === 1, listed, "one refund", refunds);
      return remark;
    },
  ),
  extension(
    "SAL-54",
    "`Idempotency-Key` is honoured: the same key and body are answered as the first time, with another body the call gets 422.",
    async (kit) => {
      const { key } = await refundedSale(kit);
      const paid = await kit.buyer.reserveAndLock();
      expectSuccess(await kit.buyer.pay(paid, "good"));
      const headers = { "idempotency-key": `refund-${key}` };
      const refund = (body: object) => kit.write("POST", `/order/${paid.key}/refund`, body, { headers });
      const first = await refund({ fee: "returned", notify: false });
      expectSuccess(first);
      const again = await refund({ fee: "returned", notify: false });
      const idOfRefund = (body: unknown) => fieldOf(fieldOf(body, "refund"), "id");
      expect(idOfRefund(again.body) === idOfRefund(first.body), again, "the same refund", again.body);
      expectStatus(await refund({ fee: "kept", notify: false }), 422);
      return undefined;
    },
  ),
  extension(
    "SAL-55",
    "`PUT /event/{id}/cancel` and `PUT /eventDate/{id}/cancel` `{ refund }` cancel and tell the buyers. With `all` a job refunds every sale: `refundJob` in the answer, read by `GET /refundJob/{id}` with `state` `total` `refunded` `refused` `open` `amount`. With `choice` each buyer chooses, with `none` nothing is refunded.",
    async (kit) => {
      const { eventDates } = await kit.manager.ownEvent();
      const answer = await kit.write("PUT", `/eventDate/${eventDates[1]}/cancel`, { refund: "all" });
      requireOffered(answer);
      expectSuccess(answer);
      const job = await kit.get(`/refundJob/${fieldOf(answer.body, "refundJob")}`);
      expectStatus(job, 200);
      await kit.write("PUT", `/eventDate/${eventDates[1]}`, { cancelled: false });
      const numbers = { total: count, refunded: count, refused: count, open: count };
      return expectExtensionFields(job, job.body, { state: z.enum(["RUNNING", "DONE"]), ...numbers, amount });
    },
  ),
  extension(
    "SAL-56",
    "`POST /order/{key}/refundByBuyer` `{ admissions }` refunds by the event's `refundPolicy`: until its `untilHoursBefore` the date starts, its `percentage` of what was paid, rounded down, without the fee when it `keepsFee`. `POST /order/{key}/refundRequest` `{ admissions, reason }` asks the organiser; `GET /payment/{keyOrId}` lists what was asked as `refundRequests` `{ created, state, admissions, declineReason }`.",
    async (kit) => {
      const { buyer, get, write } = kit;
      buyer.creditCard("good");
      const reserved = await buyer.reserveAndLock();
      expectSuccess(await buyer.pay(reserved, "good"));
      const sale = await get(`/payment/${reserved.key}`);
      const admissions = idsOf(fieldOf(sale.body, "admissions"));
      const refunded = await write("POST", `/order/${reserved.key}/refundByBuyer`, { admissions });
      if (refunded.status === 403) throw new NotApplicable("this user does not sell");
      requireOffered(refunded);
      expectStatus(refunded, 200);
      const asked = await write("POST", `/order/${reserved.key}/refundRequest`, { admissions, reason: "A check" });
      expectStatus(asked, 200);
      const isOne = isRefusal(asked) !== isRefusal(refunded);
      expect(isOne, asked, "a refund by the policy, or a request outside it", asked.body);
      return undefined;
    },
  ),
  extension(
    "SAL-57",
    "`GET /account/{id}/refundRequests` `{ open, requests }` lists what buyers asked for; `POST /refundRequest/{id}/approve` `{ fee, force? }` and `POST /refundRequest/{id}/decline` `{ reason? }` decide, and the buyer is told.",
    async ({ get, write, catalogue }) => {
      const listed = await get(`/account/${await catalogue.accountId()}/refundRequests`);
      if (listed.status === 403) throw new NotApplicable("this user does not manage");
      requireOffered(listed);
      const remark = expectExtensionFields(listed, listed.body, { open: count, requests: list });
      const unknown = await write("POST", "/refundRequest/999999999/decline", {});
      expectStatus(unknown, 404);
      expectStatus(await write("POST", "/refundRequest/999999999/approve", { fee: "kept" }), 404);
      return remark;
    },
  ),
  extension(
    "SAL-58",
    "`POST /order/{key}/choice` `{ eventDate, choice }` chooses for tickets of a date that was cancelled with `choice`: `keep`, `refund`, or `{ moveTo }` another date. `GET /payment/{keyOrId}` lists what may be chosen as `choices` `{ eventDate, choice, dates }`, each of the dates with its times and `hasPlaces`. Where nothing is offered it is refused.",
    async (kit) => {
      const { answer: sale, key } = await kit.buyer.paidSale();
      if (fieldOf(sale.body, "choices") === undefined) throw new NotApplicable("extension not offered: no choices");
      const answer = await kit.write("POST", `/order/${key}/choice`, { eventDate: 1, choice: "keep" });
      if (answer.status === 403) throw new NotApplicable("this user does not sell");
      expect(isRefusal(answer), answer, "a refusal without a cancelled date", answer.body);
      return undefined;
    },
  ),
];
