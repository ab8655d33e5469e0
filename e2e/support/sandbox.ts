import { type Environment, required } from "./target/env.ts";

/** Controls that only the sandbox has: the processor's ledger, faults and the age of reservations. */
export type Sandbox = ReturnType<typeof openSandbox>;

export type LedgerEntry = {
  /** ISO 8601. */
  readonly at: string;
  readonly attempt: string;
  readonly kind: "authorisation" | "capture" | "void" | "refund";
  readonly amount: string;
  readonly currency: string;
};

export function openSandbox(env: Environment) {
  const { control, processor } = required(env, "sandbox");
  const startedAt = Date.now();

  async function post(path: string, body: unknown): Promise<void> {
    const response = await fetch(`${control}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The control port answered ${response.status} to ${path}.`);
  }

  return {
    /** Returns the ledger entries of this amount since the test began. Each test uses its own prices, so amounts identify its charges. */
    async ledger(amount: string): Promise<readonly LedgerEntry[]> {
      const response = await fetch(`${processor}/_ledger`);
      const { entries } = (await response.json()) as { entries: readonly LedgerEntry[] };
      return entries.filter((entry) => entry.amount === amount && Date.parse(entry.at) >= startedAt);
    },
    /** Moves the expiry of an event's reservations this many seconds closer. */
    ageReservations: (event: number, seconds: number) => post("/age-holds", { event, seconds }),
    /** Makes the service sell this many places more than the venue has, for the negative control of a race. */
    oversell: (event: number, places: number) => post("/oversell", { event, places }),
    /** Makes the service answer every call with 503, until called with `false`. */
    serviceDown: (down: boolean) => post("/service", { state: down ? "down" : "up" }),
    /** Makes the service answer every call that it is busy, until called with `false`. */
    serviceBusy: (busy: boolean) => post("/service", { state: busy ? "busy" : "up" }),
    /** Lets the service process the next calls of this path, but drops the answers. */
    loseAnswer: (path: string, times = 1) => post("/lose-answer", { path, times }),
  };
}
