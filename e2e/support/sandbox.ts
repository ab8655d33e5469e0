import { type Environment, needed } from "./env.ts";

/** What only our own sandbox has: the processor's ledger, and a hand on faults and time. */
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
  const storyBegins = Date.now();

  async function tell(path: string, body: unknown): Promise<void> {
    const response = await fetch(`${control}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The control port answered ${response.status} to ${path}.`);
  }

  return {
    /** Every charge of this amount since the story began. Stories give their events prices of their own to tell them apart. */
    async ledger(amount: string): Promise<readonly LedgerEntry[]> {
      const response = await fetch(`${needed(env, "processor")}/_ledger`);
      const { entries } = (await response.json()) as { entries: readonly LedgerEntry[] };
      return entries.filter((entry) => entry.amount === amount && Date.parse(entry.at) >= storyBegins);
    },
    ageHolds: (event: number, seconds: number) => tell("/age-holds", { event, seconds }),
    /** The service sells so many places more of the event than its venue has: for the control of a race. */
    oversell: (event: number, places: number) => tell("/oversell", { event, places }),
    serviceDown: (down: boolean) => tell("/service/down", { down }),
    loseAnswer: (path: string, times = 1) => tell("/lose-answer", { path, times }),
  };
}
