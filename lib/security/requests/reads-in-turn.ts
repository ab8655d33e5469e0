import { isBusy } from "#lib/runtime/load.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { isNeverLate } from "#lib/security/requests/per-request.ts";

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
  /** Whether its visitor comes before others, such as one with a cart. Asked only where the read must wait. */
  readonly isFirst: () => Promise<boolean>;
};

/** What ends the work; `refused`: too many wait, or it has waited too long; `gone`: nobody waits for the answer any more. */
export type Turn = (() => void) | "refused" | "gone";

type Waiting = { readonly networks: readonly Counted[]; isFirst: boolean; readonly end: (turn: Turn) => void };

/**
 * Lets the reads of one network work a few at a time, so that one network's robots do not fill the process. The others wait in turn,
 * those of visitors with a cart first: where too many wait, each of these takes the place of the last of the others.
 */
export function createReadsInTurn(isBusy: () => boolean): (read: Read) => Promise<Turn> {
  const working = new Map<string, number>();
  const waiting: Waiting[] = [];

  const mayWork = (networks: readonly Counted[]) =>
    networks.every(({ name, times }) => (working.get(name) ?? 0) < times * (isBusy() ? IN_WORK_MAX_BUSY : IN_WORK_MAX));

  const waitingIn = (name: string) => waiting.filter((one) => one.networks.some((network) => network.name === name));

  /** Returns the networks in which no more may wait. */
  function fullOf(networks: readonly Counted[]): readonly Counted[] {
    return networks.filter(({ name, times }) => waitingIn(name).length >= times * WAITING_MAX);
  }

  /** Sends the last of others away, so that a visitor who comes before them may wait. */
  function makeRoom(networks: readonly Counted[]): boolean {
    for (const { name } of fullOf(networks))
      waitingIn(name)
        .findLast(({ isFirst }) => !isFirst)
        ?.end("refused");
    return fullOf(networks).length === 0;
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

  return async ({ networks, answer, isFirst }) => {
    if (!mayWork(networks) && fullOf(networks).length > 0 && !((await isFirst()) && makeRoom(networks)))
      return "refused";
    if (answer.destroyed) return "gone";
    if (mayWork(networks)) return begin(networks);
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
      void isFirst().then(
        (has) => {
          one.isFirst = has;
        },
        () => undefined,
      );
    });
  };
}

/** What `server.ts` cannot read: the number of trusted proxies is a setting, and cookies and links are sealed. */
type Reader = {
  readonly networksOf: (forwardedFor: string | null) => readonly Counted[];
  /** Whether these cookies, or the link in this path, are of a buyer, or let into an event. */
  readonly isFirst: (cookies: string, path: string) => Promise<boolean>;
};

// Process-wide, since `server.ts` asks outside of Next's bundle, and the reader is set inside.
const reader = processWide("reader", (): { is?: Reader } => ({}));

/** Sets how the networks of a read, and who comes first, are recognised. */
export function setReader(is: Reader): void {
  reader.is = is;
}

const readInTurn = createReadsInTurn(isBusy);

type Headers = { readonly cookie?: string | undefined; readonly "x-forwarded-for"?: string | string[] | undefined };

/** Waits for the turn of a read of this path with these headers. A buyer's payment and orders wait for none. */
export async function turnToRead(
  path: string,
  { cookie = "", "x-forwarded-for": forwarded }: Headers,
  answer: Answer,
): Promise<Turn> {
  const isFirst = async () => (await reader.is?.isFirst(cookie, path)) ?? false;
  if (isNeverLate(path) && (await isFirst())) return () => undefined;
  return readInTurn({
    networks: reader.is?.networksOf(forwarded === undefined ? null : String(forwarded)) ?? [],
    answer,
    isFirst,
  });
}
