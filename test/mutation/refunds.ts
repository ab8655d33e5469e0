import type { Mutant } from "./mutant.ts";

const REFUNDS_TEST = "service/test/refunds/refunds.test.ts";
const RETURNED_PARTS_TEST = "service/test/refunds/returned-parts.test.ts";
const AT_ONCE = {
  file: "service/test/refunds/at-once.test.ts",
  test: "P31: anything that buyers, managers, the door and the background do at once leaves the ledger equal to the sales, once nothing is under way",
};
const CHOOSE = "service/src/payments/use-cases/refunds/choose-tickets.ts";
const SETTLE = "service/src/payments/use-cases/refunds/settle-refund.ts";

/** What is given back, once, and what comes back with it. */
export const REFUND_MUTANTS: readonly Mutant[] = [
  {
    name: "refunds: a ticket that came back is refunded again",
    breaks: "a ticket is refunded once",
    file: CHOOSE,
    text: '  if (!isValid(ticket)) return "returned_already";\n',
    becomes: "",
    red: {
      file: REFUNDS_TEST,
      test: "refunds ticket by ticket, never more than was paid for each, with a fee kept or not",
    },
  },
  {
    name: "refunds: a ticket admits until its refund is settled",
    breaks: "a ticket is admitted or refunded, never both",
    file: "service/src/payments/store/refunds.ts",
    text: "   SET status = $23,",
    becomes: "   SET status = coalesce(admission.status, $23),",
    red: { file: REFUNDS_TEST, test: "writes the refund and ends the tickets before the processor is asked" },
  },
  {
    name: "refunds: a used ticket is refunded without force",
    breaks: "a ticket is admitted or refunded, never both",
    file: CHOOSE,
    text: 'return ticket.isAdmitted && !force ? "admitted" : undefined;',
    becomes: 'return ticket.isAdmitted && force === undefined ? "admitted" : undefined;',
    red: { file: REFUNDS_TEST, test: "a ticket is admitted or refunded, never both, unless the manager forces it" },
  },
  {
    name: "refunds: the fee is given back although it is kept",
    breaks: "a refund is what was paid, less the fee that is kept",
    file: "service/src/payments/domain/refund.ts",
    text: "Math.floor(((paidMinor - feeKeptMinor) * percentage) / 100)",
    becomes: "Math.floor((paidMinor * percentage) / 100)",
    red: {
      file: REFUNDS_TEST,
      test: "refunds ticket by ticket, never more than was paid for each, with a fee kept or not",
    },
  },
  {
    name: "refunds: the processor is asked under another id each time",
    breaks: "a lost answer is never a second refund",
    file: "service/src/payments/use-cases/refunds/follow-refunds.ts",
    text: "refundPart(refund.chargeId, refund.id, refund.card)",
    becomes: "refundPart(refund.chargeId, world.newId(), refund.card)",
    red: { file: REFUNDS_TEST, test: "completes a refund once when the answer was lost" },
  },
  {
    name: "refunds: a refusal is recorded as a refund",
    breaks: "a ticket whose refund was refused is valid",
    file: SETTLE,
    text: 'if (result === "refunded") {',
    becomes: 'if (result === "refunded" || result === "refused") {',
    red: {
      file: REFUNDS_TEST,
      test: "a refund that the processor refuses leaves the tickets valid, their places taken, and another refund possible",
    },
  },
  {
    name: "refunds: the call and the reconciler both settle",
    breaks: "places come back once",
    file: SETTLE,
    text: "if (await lockStartedRefund(tx, id)) {",
    becomes: "if ((await lockStartedRefund(tx, id)) !== undefined) {",
    red: {
      file: REFUNDS_TEST,
      test: "the call and the reconciler settle one refund at once: places and message come once",
    },
  },
  {
    name: "refunds: a key is answered for another body",
    breaks: "idempotency keys belong to one request",
    file: "service/src/payments/use-cases/refunds/start-refund.ts",
    text: '    if (earlier.fingerprint !== fingerprint) return { kind: "other_body" };\n',
    becomes: "",
    red: {
      file: REFUNDS_TEST,
      test: "repeats the answer to the same idempotency key, and refuses it for another body",
    },
  },
  {
    name: "refunds: what other refunds took of a method is not counted",
    breaks: "no method gets more back than it paid",
    file: "service/src/payments/store/paid-tickets.ts",
    text: "WHERE attempt_id = $1 AND state <> 'REFUSED') parts",
    becomes: "WHERE attempt_id = $1 AND state = 'REFUSED') parts",
    red: {
      file: RETURNED_PARTS_TEST,
      test: "the card gets its part back first, and the voucher the rest, in any number of refunds",
    },
  },
  {
    name: "refunds: a voucher keeps what a refund should return to it",
    breaks: "a refund goes back to the methods that paid",
    file: "service/src/payments/use-cases/refunds/complete-refund.ts",
    text: "  await refundParts(tx, { id, attemptId, parts });\n",
    becomes: "",
    red: { file: RETURNED_PARTS_TEST, test: "a sale that a voucher paid alone is refunded without the processor" },
  },
  {
    name: "refunds: a code's use comes back with the first ticket",
    breaks: "a code's use comes back with the last ticket of its payment",
    file: "service/src/payments/store/code-uses.ts",
    text: "WHERE status NOT IN ('REFUNDED', 'RETURNED'))",
    becomes: "WHERE status = 'UNKNOWN')",
    red: {
      file: RETURNED_PARTS_TEST,
      test: "a code's use comes back once, when every ticket that it was paid with has come back",
    },
  },
  {
    name: "refunds: at once, a refused refund keeps its tickets",
    breaks: "the tickets of a sale are those that were not refunded",
    file: SETTLE,
    text: "          await revalidateTickets(tx, id);\n",
    becomes: "",
    red: AT_ONCE,
  },
  {
    name: "refunds: at once, the processor refunds under ids that no sale has",
    breaks: "the ledger is equal to the sales",
    file: "service/src/payments/use-cases/refunds/follow-refunds.ts",
    text: "refundPart(refund.chargeId, refund.id, refund.card)",
    becomes: "refundPart(refund.chargeId, world.newId(), refund.card)",
    red: AT_ONCE,
  },
  {
    name: "refunds: at once, tickets that move keep their earlier places too",
    breaks: "no place is lost",
    file: "service/src/stock/store/return-places.ts",
    text: "    { type: from, places: -valid },\n",
    becomes: "",
    red: AT_ONCE,
  },
  {
    name: "refunds: the buyer takes back what was paid in cash",
    breaks: "cash is returned by hand",
    file: "service/src/payments/use-cases/refunds/start-refund.ts",
    text: 'if (share === "policy" && byHandMinor(parts) > 0)',
    becomes: 'if (share === "policy" && byHandMinor(parts) < 0)',
    red: {
      file: REFUNDS_TEST,
      test: "what was paid in cash is refunded by a manager only, and the refund and its message say that it is returned by hand",
    },
  },
];
