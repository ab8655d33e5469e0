import assert from "node:assert/strict";
import test from "node:test";
import {
  approveRequest,
  declineRequest,
  listBuyerRequests,
  requestRefund,
} from "#src/payments/use-cases/buyer-requests.ts";
import { cancel } from "#src/payments/use-cases/cancel.ts";
import { choose } from "#src/payments/use-cases/choose.ts";
import { runRefundJobs } from "#src/payments/use-cases/run-refund-jobs.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { testDatabase } from "#test/cluster.ts";
import { makeRefundsDue, refundFaults, refundStage, requestFaults } from "./refund-story.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(async () => assert.deepEqual([...(await refundFaults(db)), ...(await requestFaults(db))], []));

const FULL = { share: { fee: "returned", percentage: 100 }, force: false } as const;

/** Sells two tickets, one of each of two dates, whose buyer asks the organiser to refund the first, or both. */
async function requested(tickets = 1) {
  const on = await refundStage(db, { dates: 2, types: [{ date: 0 }, { date: 1 }] });
  const { runtime, caller, onSale } = on;
  const sale = await on.sold([1, 1]);
  const admissionIds = sale.tickets.slice(0, tickets).map(({ id }) => id);
  assert.equal((await requestRefund(runtime, caller, sale.key, { admissionIds, reason: "Ill" })).kind, "requested");
  const [request] = (await listBuyerRequests(runtime, caller, { page: 1, pageSize: 10 })).requests;
  assert.ok(request);
  const cancelDate = (refund: "ALL" | "CHOICE") =>
    cancel(runtime, caller, { eventDateId: onSale.dateIds[0] ?? 0 }, refund);
  return {
    ...on,
    ...sale,
    cancelDate,
    approve: () => approveRequest(runtime, caller, request.id, FULL),
    decline: () => declineRequest(runtime, caller, request.id, "No"),
    choose: (choice: Parameters<typeof choose>[3]["choice"]) =>
      choose(runtime, caller, sale.key, { eventDateId: onSale.dateIds[0] ?? 0, choice }),
    state: async () => (await listBuyerRequests(runtime, caller, { page: 1, pageSize: 10 })).requests[0]?.state,
    /** Returns the kinds of the messages to the buyer about what became of the request. */
    mails: async () =>
      (
        await db.query<{ kind: string }>(
          `SELECT kind FROM message WHERE $1 = ANY (sale_keys) AND kind IN ('REFUNDED', 'REFUND_DECLINED') ORDER BY kind`,
          [sale.key],
        )
      ).map(({ kind }) => kind),
  };
}

test("a request that is declined while its refund is under way is approved: one decision, one mail", async () => {
  const on = await requested();
  on.processor.meanwhile("refundPart", async () => assert.equal(await on.decline(), false));
  assert.equal((await on.approve()).kind, "refund");
  assert.deepEqual([await on.state(), await on.mails()], ["APPROVED", ["REFUNDED"]]);
});

test("many approvals and refusals of one request at once: one is made, and one mail is written", async () => {
  for (let round = 0; round < 8; round += 1) {
    const on = await requested(2);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => ((nth + round) % 2 === 0 ? on.approve() : on.decline())),
    );
    const made = outcomes.filter((one) => one === true || (typeof one === "object" && one.kind === "refund"));
    assert.equal(made.length, 1, JSON.stringify(outcomes));
    assert.deepEqual(await on.mails(), [(await on.state()) === "APPROVED" ? "REFUNDED" : "REFUND_DECLINED"]);
  }
});

test("approved twice: one refund, whatever the processor's answer to it", async () => {
  const on = await requested();
  on.processor.script("refundPart", "not_known");
  const outcomes = await Promise.all([on.approve(), on.approve()]);
  assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ["decided", "refund"]);
  await makeRefundsDue(db);
  await followRefunds(on.runtime);
  assert.deepEqual([await on.state(), await on.mails()], ["APPROVED", ["REFUNDED"]]);
});

test("a refund that the processor refuses, also later, leaves its request open, and it can be decided then", async () => {
  for (const found of ["refused", "not_known"] as const) {
    const on = await requested();
    on.processor.script("refundPart", found);
    await on.approve();
    if (found === "not_known") {
      assert.equal(await on.state(), "APPROVED");
      on.processor.script("findRefund", "refused");
      await makeRefundsDue(db);
      await followRefunds(on.runtime);
    }
    assert.equal(await on.state(), "OPEN");
    assert.equal(await on.decline(), true);
    assert.deepEqual(await on.mails(), ["REFUND_DECLINED"]);
  }
});

test("tickets that the organiser refunds otherwise decide their request: it cannot be declined any more", async () => {
  const on = await requested(2);
  const [first, second] = on.tickets;
  await on.refund(on.key, { admissionIds: [first?.id ?? 0] });
  assert.equal(await on.state(), "OPEN");
  await on.refund(on.key, { admissionIds: [second?.id ?? 0] });
  assert.equal(await on.state(), "APPROVED");
  assert.equal(await on.decline(), false);
  assert.deepEqual(await on.mails(), ["REFUNDED", "REFUNDED"]);
});

test("a cancelled date's job and an approval at once refund a ticket once, and close its request", async () => {
  const on = await requested();
  await on.cancelDate("ALL");
  const [outcome] = await Promise.all([on.approve(), runRefundJobs(on.runtime)]);
  assert.ok(outcome.kind === "refund" || outcome.kind === "decided", outcome.kind);
  assert.deepEqual([await on.state(), await on.mails()], ["APPROVED", ["REFUNDED"]]);
});

test("a buyer's choice and an approval at once: the ticket is refunded, or kept with its request withdrawn", async () => {
  for (let round = 0; round < 6; round += 1) {
    const on = await requested();
    await on.cancelDate("CHOICE");
    const steps = [on.approve, () => on.choose("keep")] as const;
    const done = await Promise.all((round % 2 === 0 ? steps : steps.toReversed()).map((step) => step()));
    const isKept = done.some(({ kind }) => kind === "chosen");
    const expected = isKept ? ["WITHDRAWN", []] : ["APPROVED", ["REFUNDED"]];
    assert.deepEqual([await on.state(), await on.mails()], expected, JSON.stringify(done));
  }
});

test("moving the tickets of one date withdraws the request for them, and leaves the one for tickets of the other date", async () => {
  const types = [{ date: 0 }, { date: 1, section: 1 }, { date: 1 }];
  const on = await refundStage(db, { dates: 2, sections: [10, 10], types });
  const { runtime, caller, onSale } = on;
  // Tickets move to the type of the same name and section.
  const { ticketTypeIds } = onSale;
  await db.query("UPDATE ticket_type SET name = 'Adult' WHERE id = ANY ($1)", [[ticketTypeIds[0], ticketTypeIds[2]]]);
  const { key, tickets } = await on.sold([1, 1]);
  for (const { id } of tickets) await requestRefund(runtime, caller, key, { admissionIds: [id], reason: "Ill" });
  const [first = 0, second = 0] = onSale.dateIds;
  await cancel(runtime, caller, { eventDateId: first }, "CHOICE");
  const chosen = await choose(runtime, caller, key, { eventDateId: first, choice: { moveTo: second } });
  assert.equal(chosen.kind, "chosen", JSON.stringify(chosen));
  const { requests } = await listBuyerRequests(runtime, caller, { page: 1, pageSize: 10 });
  assert.deepEqual(requests.map(({ state }) => state).toSorted(), ["OPEN", "WITHDRAWN"]);
});

test("a chosen refund decides the request for the same ticket", async () => {
  const on = await requested();
  await on.cancelDate("CHOICE");
  const done = await Promise.all([on.choose("refund"), on.approve()]);
  assert.ok(done.some(({ kind }) => kind === "refund"));
  assert.deepEqual([await on.state(), await on.mails()], ["APPROVED", ["REFUNDED"]]);
});
