import { CONTROL, PROCESSOR } from "#test/contract/settings.ts";

async function post(path: string, body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${CONTROL}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
}

/** Moves the expiry of an event's reservations this many seconds closer. */
export function ageReservations(event: number, seconds: number): Promise<void> {
  return post("/age-holds", { event, seconds });
}

/** Lets the service process the next call of this path, but drops the answer. */
export function loseAnswer(path: string): Promise<void> {
  return post("/lose-answer", { path, times: 1 });
}

/** Returns a function that lists the ledger's entries since this call. Tests run serially, so all are the test's own. */
export async function watchLedger(): Promise<() => Promise<readonly string[]>> {
  const before = (await entries()).length;
  return async () => (await entries()).slice(before).map(({ kind, amount }) => `${kind} ${amount}`);
}

type Entry = { readonly kind: string; readonly amount: string };

async function entries(): Promise<readonly Entry[]> {
  const answer = await fetch(`${PROCESSOR}/_ledger`);
  // The sandbox processor defines this shape.
  return ((await answer.json()) as { entries: readonly Entry[] }).entries;
}
