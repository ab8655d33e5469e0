import { z } from "zod";
import { expect, expectExtensionFields, expectStatus, requireOffered } from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import { expectSuccess, isRefusal } from "#test/conformance/once.ts";
import { amount, fieldOf, idsOf, instant, list, text } from "#test/conformance/shapes.ts";
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
