/** A thing that the kit made: a reservation, an event, a paid sale. */
type Made = {
  /** What it is, with its key or id, such as `reservation 2NYSYHAD33`. */
  readonly what: string;
  /** Removes it. Returns why it could not be removed, or `undefined` once it is. */
  readonly remove: () => Promise<string | undefined>;
  /** `run`: it is shared by several checks and removed at the end. */
  readonly until: "check" | "run";
};

export type Leftovers = ReturnType<typeof createLeftovers>;

/** Records what the kit makes. Everything is removed in reverse order: after its check, or at the end of the run. */
export function createLeftovers() {
  const made: Made[] = [];
  const left: { readonly what: string; readonly why: string }[] = [];
  let total = 0;

  async function remove(one: Made): Promise<void> {
    made.splice(made.indexOf(one), 1);
    const why = await one.remove().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (why !== undefined) left.push({ what: one.what, why });
  }

  return {
    add(one: Made): void {
      made.push(one);
      total += 1;
    },
    /** Drops the entry of a thing that has become another, such as a reservation that was paid. */
    forget(what: string): void {
      const at = made.findIndex((one) => one.what === what);
      if (at < 0) return;
      made.splice(at, 1);
      total -= 1;
    },
    /** Removes what the last check made for itself. */
    async removeOfCheck(): Promise<void> {
      for (const one of made.filter(({ until }) => until === "check").reverse()) await remove(one);
    },
    async removeAll(): Promise<void> {
      while (made.length > 0) await remove(made.at(-1) as Made);
    },
    /** The number of things made, and those that could not be removed. */
    report: () => ({ made: total, left: [...left, ...made.map(({ what }) => ({ what, why: "not removed" }))] }),
  };
}
