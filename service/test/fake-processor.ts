import { randomUUID } from "node:crypto";
import type { Charge, Processor } from "#src/payments/domain/processor.ts";
import { toDecimal } from "#src/platform/domain/money.ts";

type Step = keyof Processor;

export type FakeProcessor = Processor & {
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
