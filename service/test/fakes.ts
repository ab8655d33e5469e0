import { randomUUID } from "node:crypto";
import type { Charge, Processor } from "#src/payments/domain/processor.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import type { Db } from "#src/platform/store/db.ts";

type Step = keyof Processor;

type FakeProcessor = Processor & {
  /** The calls in order: "authorise 97.00", "capture", … */
  readonly ledger: string[];
  /** Sets the answers of the next calls of this step. Later calls succeed again. */
  readonly script: (step: Step, ...answers: readonly (Charge | string | undefined)[]) => void;
  /** Runs during the next call of this step, after the charge and before its answer. */
  readonly meanwhile: (step: Step, work: () => Promise<unknown>) => void;
};

/** Returns a processor in memory that approves every card, records its calls, and fails as scripted. */
export function fakeProcessor(): FakeProcessor {
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, "refunded" | "refused">();
  const scripts = new Map<Step, (Charge | string | undefined)[]>();
  const between = new Map<Step, () => Promise<unknown>>();
  const ledger: string[] = [];

  async function scripted<T>(step: Step, ordinary: T): Promise<T> {
    const work = between.get(step);
    between.delete(step);
    await work?.();
    const script = scripts.get(step);
    return script !== undefined && script.length > 0 ? (script.shift() as T) : ordinary;
  }

  function move(step: "capture" | "voidCharge" | "refund", to: "captured" | "voided" | "refunded") {
    return async (chargeId: string) => {
      ledger.push(step);
      const answer = await scripted<string>(step, to);
      const found = [...charges].find(([, charge]) => charge.id === chargeId);
      if (found && answer === to) charges.set(found[0], { state: to, id: chargeId });
      return answer as never;
    };
  }

  return {
    ledger,
    script: (step, ...answers) => void scripts.set(step, [...answers]),
    meanwhile: (step, work) => void between.set(step, work),
    authorise: async (attemptId, amount) => {
      ledger.push(`authorise ${toDecimal(amount)}`);
      const charge = charges.get(attemptId) ?? { state: "authorised", id: randomUUID() };
      charges.set(attemptId, charge);
      const answer = await scripted<Charge | "not_sent" | "not_known">("authorise", charge);
      if (answer === "not_sent") charges.delete(attemptId);
      else if (answer !== "not_known") charges.set(attemptId, answer);
      return answer;
    },
    capture: move("capture", "captured"),
    voidCharge: move("voidCharge", "voided"),
    refund: move("refund", "refunded"),
    refundPart: async (_chargeId, refundId, amount) => {
      ledger.push(`refundPart ${toDecimal(amount)}`);
      const state = refunds.get(refundId) ?? "refunded";
      const answer = await scripted<"refunded" | "refused" | "not_known" | "lost">("refundPart", state);
      if (answer !== "not_known") refunds.set(refundId, answer === "lost" ? "refunded" : answer);
      return answer === "lost" ? "not_known" : answer;
    },
    findRefund: async (refundId) => {
      ledger.push("findRefund");
      return scripted("findRefund", refunds.get(refundId));
    },
    findByAttempt: async (attemptId) => {
      ledger.push("find");
      return scripted("findByAttempt", charges.get(attemptId));
    },
  };
}

/** Returns the database, whose transactions fail as if the connection was lost while `isAway` is set. */
export function failingDatabase(db: Db) {
  const state = { isAway: false };
  const transaction: Db["transaction"] = (work) =>
    state.isAway
      ? Promise.reject(Object.assign(new Error("The connection was lost."), { code: "57P01" }))
      : db.transaction(work);
  return Object.assign(state, { ...db, transaction });
}

/** Returns a database that adds the text of each statement to `texts`. */
export function recording(inner: Db, texts: string[]): Db {
  return {
    query: (text, values) => {
      texts.push(text);
      return inner.query(text, values);
    },
    prepared: (name, text, values) => {
      texts.push(text);
      return inner.prepared(name, text, values);
    },
    transaction: (work) => inner.transaction((tx) => work(recording(tx, texts))),
  };
}

/** Records which refunds this processor was asked for, so that its money can be compared with the sales. */
export function recordRefunds(processor: FakeProcessor) {
  const asked = new Map<string, { readonly charge: string; readonly minor: number }>();
  const faults: string[] = [];
  const recorded: FakeProcessor = {
    ...processor,
    refundPart: (charge, refund, amount) => {
      const before = asked.get(refund);
      if (before && (before.charge !== charge || before.minor !== amount.minor))
        faults.push(`refund ${refund} of ${charge} was asked for with another amount or charge`);
      asked.set(refund, { charge, minor: amount.minor });
      return processor.refundPart(charge, refund, amount);
    },
  };

  /** Returns what differs between the processor's money and the tables. Nothing may be under way. */
  async function ledgerFaults(db: Db): Promise<readonly string[]> {
    const refunds = await db.query<{ id: string; state: string; minor: number }>(
      `SELECT id, state, card_minor AS minor FROM refund WHERE card_minor > 0`,
    );
    const found = [...faults];
    for (const { id, state, minor } of refunds) {
      const made = await processor.findRefund(id);
      if (state !== (made === "refunded" ? "REFUNDED" : "REFUSED")) found.push(`refund ${id}: ${state}, but ${made}`);
      if (made === "refunded" && asked.get(id)?.minor !== minor) found.push(`refund ${id}: another amount`);
    }
    for (const id of asked.keys()) {
      if (!refunds.some((one) => one.id === id)) found.push(`refund ${id} is not written`);
    }
    const attempts = await db.query<{ id: string; state: string; card: number; back: number }>(
      `SELECT id, state, card_minor AS card,
              (SELECT coalesce(sum(refund.card_minor), 0) FROM refund WHERE attempt_id = attempt.id AND refund.state = 'REFUNDED') AS back
         FROM payment_attempt attempt WHERE card_minor > 0`,
    );
    for (const { id, state, card, back } of attempts) {
      const charge = await processor.findByAttempt(id);
      const isCharged = typeof charge === "object" && charge.state === "captured";
      if (isCharged !== (state === "PAID")) found.push(`attempt ${id}: ${state}, but ${JSON.stringify(charge)}`);
      if (back > card) found.push(`attempt ${id}: ${back} of ${card} went back`);
    }
    return found;
  }

  return { recorded, ledgerFaults };
}
