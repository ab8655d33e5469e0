import { CONTROL, PROCESSOR } from "#test/contract/settings.ts";

async function post(path: string, body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${CONTROL}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
}

/** Turns the clock of an event's holds on. */
export function ageReservations(event: number, seconds: number): Promise<void> {
  return post("/age-holds", { event, seconds });
}

/** Carries the next call to this path out and drops its answer. */
export function loseAnswer(path: string): Promise<void> {
  return post("/lose-answer", { path, times: 1 });
}

/** Returns what was authorised and captured from now on, in order. One test charges at a time. */
export async function watchLedger(): Promise<() => Promise<readonly string[]>> {
  const before = (await entries()).length;
  return async () => (await entries()).slice(before).map(({ kind, amount }) => `${kind} ${amount}`);
}

type Entry = { readonly kind: string; readonly amount: string };

async function entries(): Promise<readonly Entry[]> {
  const answer = await fetch(`${PROCESSOR}/_ledger`);
  // The processor is ours: its ledger's shape is the sandbox's own contract.
  return ((await answer.json()) as { entries: readonly Entry[] }).entries;
}
