import { isBusy } from "#lib/runtime/load.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { patternOf } from "#lib/security/route-patterns.ts";
import { ROUTES } from "#lib/security/routes.ts";

/** Of one network, a /24 or a /64: so many wait for the ticketing service at the same time. */
const IN_WORK_MAX = 8;
/** While the process is busy: its one thread finishes no page sooner by beginning more, and others wait behind all that have begun. */
const IN_WORK_MAX_BUSY = 2;
/** Of one network. A crowd behind one router opens a page within a few seconds. */
const WAITING_MAX = 200;
const WAIT_MS = 10_000;
/** Reads of one cart or pass that come first at the same time. One cookie, sent many times, must not keep out the others. */
const FIRST_MAX = 4;

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
  /** The id of its visitor's cart or pass. Asked only where the read must wait. */
  readonly idOfInside: () => Promise<string | undefined>;
};

/** What ends the work; `refused`: too many wait, or it has waited too long; `gone`: nobody waits for the answer any more. */
export type Turn = (() => void) | "refused" | "gone";

type Waiting = {
  readonly networks: readonly Counted[];
  /** The id of those who come first, or that this one does not; `undefined` until it is known. */
  first?: string | false;
  readonly end: (turn: Turn) => void;
};

/**
 * Lets the reads of one network work a few at a time, so that one network's robots do not fill the process. The others wait in turn,
 * those of visitors with a cart or a pass first: where no more may wait, such a read takes the place of the last other one.
 */
export function createReadsInTurn(isBusy: () => boolean): (read: Read) => Promise<Turn> {
  const working = new Map<string, number>();
  const waiting: Waiting[] = [];

  const mayWork = (networks: readonly Counted[]) =>
    networks.every(({ name, times }) => (working.get(name) ?? 0) < times * (isBusy() ? IN_WORK_MAX_BUSY : IN_WORK_MAX));

  const isOf = (one: Waiting, name: string) => one.networks.some((network) => network.name === name);
  const fullOf = (networks: readonly Counted[]) =>
    networks.filter(({ name, times }) => waiting.filter((one) => isOf(one, name)).length >= times * WAITING_MAX);

  /** Returns the id if so few reads of it come first that this one does too. */
  function asFirst(id: string | undefined): string | false {
    return id !== undefined && waiting.filter(({ first }) => first === id).length < FIRST_MAX && id;
  }

  /** Makes room for a read that comes first, and returns whether there is any. */
  function makeRoom(networks: readonly Counted[]): boolean {
    const full = fullOf(networks);
    if (full.length === 0) return true;
    const last = waiting.findLast((one) => one.first === false && full.every(({ name }) => isOf(one, name)));
    last?.end("refused");
    return last !== undefined;
  }

  function nextToBegin(): Waiting | undefined {
    const possible = waiting.filter((one) => mayWork(one.networks));
    return possible.find(({ first }) => first) ?? possible[0];
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

  function wait({ networks, answer }: Read, idOrUnknown: Pick<Waiting, "first">) {
    const { promise, resolve } = Promise.withResolvers<Turn>();
    const timer = setTimeout(() => one.end("refused"), WAIT_MS);
    const one: Waiting = {
      ...idOrUnknown,
      networks,
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
    return { one, promise };
  }

  return async (read) => {
    const { networks, answer } = read;
    const idOfInside = () => read.idOfInside().catch(() => undefined);
    if (answer.destroyed) return "gone";
    if (mayWork(networks)) return begin(networks);
    if (fullOf(networks).length > 0) {
      const first = asFirst(await idOfInside());
      if (answer.destroyed) return "gone";
      if (mayWork(networks)) return begin(networks);
      return first !== false && makeRoom(networks) ? wait(read, { first }).promise : "refused";
    }
    const { one, promise } = wait(read, {});
    void idOfInside().then((id) => {
      one.first = asFirst(id);
    });
    return promise;
  };
}

/** What `server.ts` cannot read: the number of trusted proxies is a setting, and carts, passes and links are sealed. */
type Reader = {
  readonly networksOf: (forwardedFor: string | null) => readonly Counted[];
  /** Whether a page of a payment or an order shows this visitor their own. It is never late. */
  readonly isOwnPage: (cookies: string, path: string) => Promise<boolean>;
  /** Whether the cookies have the session of a promoter. */
  readonly isPromoter: (cookies: string) => Promise<boolean>;
  readonly idOfInside: (cookies: string, path: string) => Promise<string | undefined>;
};

// Process-wide, since `server.ts` asks outside of Next's bundle, and the reader is set inside.
const reader = processWide("reader", (): { is?: Reader } => ({}));

/** Sets how the networks of a read, and visitors who come first, are recognised. */
export function setReader(is: Reader): void {
  reader.is = is;
}

const readInTurn = createReadsInTurn(isBusy);

/** Those of who is signed in are counted apart in a network: what waits for a place at work takes no turn from buyers. */
const OF_PROMOTERS = patternOf(ROUTES.promoters);

type Headers = { readonly cookie?: string | undefined; readonly "x-forwarded-for"?: string | string[] | undefined };

/** Waits for the turn of a read with these headers. */
export async function turnToRead(headers: Headers, path: string, answer: Answer): Promise<Turn> {
  const { cookie = "", "x-forwarded-for": forwarded } = headers;
  if (await reader.is?.isOwnPage(cookie, path)) return () => undefined;
  const networks = reader.is?.networksOf(forwarded === undefined ? null : String(forwarded)) ?? [];
  const isPromoter = OF_PROMOTERS.test(path) && (await reader.is?.isPromoter(cookie));
  return readInTurn({
    networks: isPromoter ? networks.map((one) => ({ ...one, name: `promoters ${one.name}` })) : networks,
    answer,
    idOfInside: async () => reader.is?.idOfInside(cookie, path),
  });
}
