import { isBusy } from "#lib/runtime/load.ts";
import { processWide } from "#lib/runtime/process-wide.ts";

/** Of one network, a /24 or a /64: so many wait for the ticketing service at the same time. */
const IN_WORK_MAX = 8;
/** While the process is busy: its one thread finishes no page sooner by beginning more, and others wait behind all that have begun. */
const IN_WORK_MAX_BUSY = 2;
/** Of one network. A crowd behind one router opens a page within a few seconds. */
const WAITING_MAX = 200;
const WAIT_MS = 10_000;

/** A network in which a read counts: the limits are `times` those above. */
type Counted = { readonly name: string; readonly times: number };

type Answer = {
  readonly destroyed: boolean;
  readonly once: (event: "close", listener: () => void) => unknown;
};

type Read = {
  /** None where it is not known: such a read is not counted. */
  readonly networks: readonly Counted[];
  readonly answer: Answer;
  /** Whether its visitor has a cart. Asked only where the read must wait. */
  readonly hasCart: () => Promise<boolean>;
};

/** What ends the work; `refused`: too many wait, or it has waited too long; `gone`: nobody waits for the answer any more. */
export type Turn = (() => void) | "refused" | "gone";

type Waiting = { readonly networks: readonly Counted[]; isFirst: boolean; readonly end: (turn: Turn) => void };

/**
 * Lets the reads of one network work a few at a time, so that one network's robots do not fill the process. The others wait in turn,
 * those of visitors with a cart first.
 */
export function createReadsInTurn(isBusy: () => boolean): (read: Read) => Promise<Turn> {
  const working = new Map<string, number>();
  const waiting: Waiting[] = [];

  const mayWork = (networks: readonly Counted[]) =>
    networks.every(({ name, times }) => (working.get(name) ?? 0) < times * (isBusy() ? IN_WORK_MAX_BUSY : IN_WORK_MAX));

  function mayWait(networks: readonly Counted[]): boolean {
    const ofName = (name: string) => waiting.filter((one) => one.networks.some((network) => network.name === name));
    return networks.every(({ name, times }) => ofName(name).length < times * WAITING_MAX);
  }

  function nextToBegin(): Waiting | undefined {
    const possible = waiting.filter((one) => mayWork(one.networks));
    return possible.find(({ isFirst }) => isFirst) ?? possible[0];
  }

  function begin(networks: readonly Counted[]): () => void {
    for (const { name } of networks) working.set(name, (working.get(name) ?? 0) + 1);
    return () => {
      for (const { name } of networks) {
        const left = (working.get(name) ?? 0) - 1;
        if (left > 0) working.set(name, left);
        else working.delete(name);
      }
      // Several at once where the process is no longer busy.
      for (let next = nextToBegin(); next !== undefined; next = nextToBegin()) next.end(begin(next.networks));
    };
  }

  return ({ networks, answer, hasCart }) => {
    if (answer.destroyed) return Promise.resolve("gone");
    if (mayWork(networks)) return Promise.resolve(begin(networks));
    if (!mayWait(networks)) return Promise.resolve("refused");
    return new Promise((resolve) => {
      const timer = setTimeout(() => one.end("refused"), WAIT_MS);
      const one: Waiting = {
        networks,
        isFirst: false,
        end(turn) {
          const at = waiting.indexOf(one);
          if (at < 0) return;
          waiting.splice(at, 1);
          clearTimeout(timer);
          resolve(turn);
        },
      };
      waiting.push(one);
      answer.once("close", () => one.end("gone"));
      void hasCart().then(
        (has) => {
          one.isFirst = has;
        },
        () => undefined,
      );
    });
  };
}

/** What `server.ts` cannot read: the number of trusted proxies is a setting, and the cart is in a sealed cookie. */
type Reader = {
  readonly networksOf: (forwardedFor: string | null) => readonly Counted[];
  readonly hasCart: (cookies: string) => Promise<boolean>;
};

// Process-wide, since `server.ts` asks outside of Next's bundle, and the reader is set inside.
const reader = processWide("reader", (): { is?: Reader } => ({}));

/** Sets how the networks of a read, and whether its visitor has a cart, are recognised. */
export function setReader(is: Reader): void {
  reader.is = is;
}

const readInTurn = createReadsInTurn(isBusy);

type Headers = { readonly cookie?: string | undefined; readonly "x-forwarded-for"?: string | string[] | undefined };

/** Waits for the turn of a read with these headers. */
export function turnToRead({ cookie = "", "x-forwarded-for": forwarded }: Headers, answer: Answer): Promise<Turn> {
  return readInTurn({
    networks: reader.is?.networksOf(forwarded === undefined ? null : String(forwarded)) ?? [],
    answer,
    hasCart: async () => (await reader.is?.hasCart(cookie)) ?? false,
  });
}
