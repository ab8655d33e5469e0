import { type Environment, needed } from "./env.ts";

/** What only our own sandbox has: the processor's ledger, and control over faults and time. */
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
  const control = needed(env, "control");
  const testBegan = Date.now();

  async function post(path: string, body: unknown): Promise<void> {
    const response = await fetch(`${control}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The control port answered ${response.status} to ${path}.`);
  }

  return {
    /** Returns every charge of this amount since the test began. Tests give their events prices of their own to tell them apart. */
    async ledger(amount: string): Promise<readonly LedgerEntry[]> {
      const response = await fetch(`${needed(env, "processor")}/_ledger`);
      const { entries } = (await response.json()) as { entries: readonly LedgerEntry[] };
      return entries.filter((entry) => entry.amount === amount && Date.parse(entry.at) >= testBegan);
    },
    ageHolds: (event: number, seconds: number) => post("/age-holds", { event, seconds }),
    /** The service sells so many places more of the event than its venue has: for the control of a race. */
    oversell: (event: number, places: number) => post("/oversell", { event, places }),
    serviceDown: (down: boolean) => post("/service/down", { down }),
    loseAnswer: (path: string, times = 1) => post("/lose-answer", { path, times }),
  };
}
