import { alertsIn, isPaid, reachPayment } from "#e2e/tools/purchase.ts";

type Crowd = {
  readonly origin: string;
  /** The path of an event. */
  readonly path: string;
  readonly card: string;
  readonly buyers: number;
  readonly seconds: number;
  /** Called with each purchase, and the seconds since the beginning. */
  readonly onPaid?: (at: number) => void;
};

class GaveUp extends Error {}

/**
 * Lets so many buyers buy one ticket again and again for a time, without a pause. Those who have reserved by then finish. Each
 * purchase comes from a network of its own; the storefront must trust one proxy.
 */
export async function letBuy({ origin, path, card, buyers, seconds, onPaid }: Crowd) {
  const begun = performance.now();
  const sinceBegun = () => (performance.now() - begun) / 1_000;
  const [payMs, failed]: [number[], string[]] = [[], []];
  let refusals = 0;
  const onRefused = () => {
    refusals += 1;
    if (sinceBegun() >= seconds) throw new GaveUp();
  };
  const buy = async () => {
    while (sinceBegun() < seconds) {
      try {
        const { pay } = await reachPayment({ origin, ca: "", network: nextNetwork(), onRefused }, path);
        const pressed = performance.now();
        const order = await pay(card);
        if (!isPaid(order)) throw new Error(alertsIn(order));
        payMs.push(performance.now() - pressed);
        onPaid?.(sinceBegun());
      } catch (error) {
        if (!(error instanceof GaveUp)) failed.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: buyers }, buy));
  return {
    paid: payMs.length,
    seconds: sinceBegun(),
    payMs,
    failed,
    /** How often nothing was reserved, since too many buy. */
    refusals,
    /** How often a buyer with a reservation got a status of 500 or more. */
    errorsInside: failed.filter((text) => /\/(?:checkout|sales)\S* answered 5/.test(text)).length,
  };
}

let networks = 0;

/** Returns an address in a network in which no buyer was before. */
export function nextNetwork(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
}
