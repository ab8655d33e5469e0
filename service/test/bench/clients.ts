export type Rate = { readonly perSecond: number; readonly p99Ms: number };

/** More places than any round can sell. */
export const PLACES = 500_000_000;

/** Runs a number of clients for a number of seconds, each sending its next request after the answer. Returns the rate. */
export async function rateOf(clients: number, seconds: number, ask: (client: number) => Promise<void>): Promise<Rate> {
  const waits: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const loop = async (client: number) => {
    for (let asked = performance.now(); asked < end; ) {
      await ask(client);
      const answered = performance.now();
      waits.push(answered - asked);
      asked = answered;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  const took = (performance.now() - start) / 1_000;
  waits.sort((one, other) => one - other);
  return { perSecond: waits.length / took, p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0 };
}

/** Returns a setting of the benchmark. Throws when it is not set. */
export function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
