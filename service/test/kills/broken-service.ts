import { copyService, type ServiceCopy } from "#test/race/service-copy.ts";

/** A rule whose absence the invariants must find, and how the source without it differs. */
export type BrokenRule = {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
  readonly becomes: string;
  /** What is killed until it is found. */
  readonly victim: "service" | "database";
  readonly violation: RegExp;
};

export const BROKEN_RULES: readonly BrokenRule[] = [
  {
    rule: "the reconciler asks the processor before it ends an attempt",
    file: "src/payments/use-cases/settle-payments.ts",
    text: "const charge = await world.processor.findByAttempt(attempt.id);",
    becomes: "const charge = undefined as Awaited<ReturnType<typeof world.processor.findByAttempt>>;",
    victim: "service",
    violation: /is captured and not paid|neither captured nor voided/,
  },
  {
    rule: "an answer waits until its change is on the disk",
    file: "src/platform/store/db.ts",
    text: "-c default_transaction_isolation=read\\\\ committed",
    becomes: "-c default_transaction_isolation=read\\\\ committed -c synchronous_commit=off",
    victim: "database",
    violation: /was confirmed and is gone|was answered as paid and has no paid attempt|is charged and unknown/,
  },
];

export function copyWithout({ file, text, becomes }: BrokenRule): ServiceCopy {
  return copyService([{ file, text, becomes }], "SELECT 1");
}
