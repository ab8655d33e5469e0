import type { Db } from "#src/platform/store/db.ts";
import type { Entry } from "./system.ts";

type Attempt = { readonly id: string; readonly state: string; readonly card: number };
type Refund = { readonly id: string; readonly attempt: string; readonly card: number };

/** Compares attempts and refunds with the processor's ledger: returns a line for each difference, and for sums that differ. */
export async function moneyFaults(db: Db, ledger: readonly Entry[]): Promise<readonly string[]> {
  const attempts = await db.query<Attempt>(`SELECT id, state, card_minor AS card FROM payment_attempt`);
  const refunds = await db.query<Refund>(
    `SELECT id, attempt_id AS attempt, card_minor AS card FROM refund WHERE state = 'REFUNDED' AND card_minor > 0`,
  );
  const byAttempt = Map.groupBy(ledger, ({ attempt }) => attempt);
  const known = new Set(attempts.map(({ id }) => id));
  const due = attempts.filter(({ state }) => state === "PAID").reduce((sum, { card }) => sum + card, 0);
  const back = refunds.reduce((sum, { card }) => sum + card, 0);
  const kept = keptMinor(ledger);
  return [
    ...[...byAttempt.keys()].filter((id) => !known.has(id)).map((id) => `attempt ${id} is charged and unknown`),
    ...attempts.flatMap((attempt) => chargeFaults(attempt, byAttempt.get(attempt.id) ?? [])),
    ...refundFaults(refunds, ledger),
    ...(kept === due - back ? [] : [`the ledger keeps ${kept}, paid are ${due} and refunded ${back}`]),
  ];
}

function chargeFaults({ id, state, card }: Attempt, entries: readonly Entry[]): readonly string[] {
  const of = (kind: string) => entries.filter((entry) => entry.kind === kind);
  const [authorised, captured, voided] = [of("authorisation").length, of("capture").length, of("void").length];
  const isKept = captured > 0 && of("refund").every(({ refund }) => refund !== undefined);
  const faults = [
    authorised > 1 && `is authorised ${authorised} times`,
    captured > 1 && `is captured ${captured} times`,
    new Set(entries.map(({ payment }) => payment)).size > 1 && "has several charges",
    authorised > captured + voided && "has an authorisation that is neither captured nor voided",
    state === "PAID" && card > 0 && !isKept && "is paid without a capture",
    state !== "PAID" && isKept && "is captured and not paid",
    state === "PAID" && sumOf(of("capture")) !== card && `pays ${card} and is charged ${sumOf(of("capture"))}`,
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `attempt ${id} (${state}) ${fault}`);
}

function refundFaults(refunds: readonly Refund[], ledger: readonly Entry[]): readonly string[] {
  const given = Map.groupBy(
    ledger.filter(({ kind, refund }) => kind === "refund" && refund !== undefined),
    ({ refund }) => refund,
  );
  const known = new Set<string | undefined>(refunds.map(({ id }) => id));
  return [
    ...[...given.keys()].filter((id) => !known.has(id)).map((id) => `refund ${id} is made and not recorded`),
    ...refunds.flatMap(({ id, card }) => {
      const entries = given.get(id) ?? [];
      if (entries.length !== 1) return [`refund ${id} is made ${entries.length} times`];
      return sumOf(entries) === card ? [] : [`refund ${id} is ${card} and gave back ${sumOf(entries)}`];
    }),
  ];
}

/** Returns what was captured and not refunded, in the smallest unit. */
function keptMinor(ledger: readonly Entry[]): number {
  return sumOf(ledger.filter(({ kind }) => kind === "capture")) - sumOf(ledger.filter(({ kind }) => kind === "refund"));
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { amount }) => sum + Number(amount.replace(".", "")), 0);
}
