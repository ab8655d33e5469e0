import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#src/platform/store/db.ts";

export type Answer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The header Retry-After, if there is one. */
  readonly retryAfter?: string | undefined;
};

/** `lost`: the connection was refused or broke off, so the caller cannot know what was done. */
export type Answered = Answer | "no_answer";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export type Client = {
  readonly ask: (
    method: Method,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answered>;
  readonly close: () => void;
};

/** Longer than the longest call of the service, which waits 30 s for the processor. */
const ANSWER_MS = 45_000;

/** Opens a client of one user over HTTPS. It sends each request once. */
export function openClient(address: () => string, ca: string, credential: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 100, ca });
  const common = {
    authorization: `Basic ${Buffer.from(credential).toString("base64")}`,
    "content-type": "application/json",
    accept: "application/json",
  };

  function ask(
    method: Method,
    path: string,
    body?: object,
    more?: Readonly<Record<string, string>>,
  ): Promise<Answered> {
    const { promise, resolve } = Promise.withResolvers<Answered>();
    const headers = { ...common, ...more };
    const sent = request(`${address()}${path}`, { method, agent, headers, timeout: ANSWER_MS }, (response) => {
      text(response).then(
        (read) => resolve(toAnswer(response.statusCode ?? 0, read, response.headers["retry-after"])),
        () => resolve("no_answer"),
      );
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve("no_answer"));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  return { ask, close: () => agent.destroy() };
}

/** An answer that broke off is lost, even if its first bytes came. */
function toAnswer(status: number, read: string, retryAfter: string | undefined): Answered {
  try {
    return { status, body: Object(JSON.parse(read)), retryAfter };
  } catch {
    return "no_answer";
  }
}

/** What buyers were told. Nothing of it may turn out false later. */
export type Observed = {
  /** Carts whose payment was answered as made. */
  readonly paid: Set<string>;
  /** Carts whose last payment was answered as refused, after which none was tried. */
  readonly refused: Set<string>;
  /** Sales of which a refund was answered as made. */
  readonly refunded: Set<string>;
  /** Sales whose reservation was confirmed. */
  readonly reserved: Set<string>;
  /** Answers that a correct service never gives. */
  readonly faults: string[];
  /** How often each kind of answer came, for the report. */
  readonly counts: Map<string, number>;
};

export function nothingObserved(): Observed {
  return {
    paid: new Set(),
    refused: new Set(),
    refunded: new Set(),
    reserved: new Set(),
    faults: [],
    counts: new Map(),
  };
}

export function count({ counts }: Observed, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

const SETTLE_MS = 40_000;
const AGAIN_MS = 100;

/**
 * Waits until the worker has settled every attempt and refund. No call to the processor is on its way, so the time that an attempt
 * waits until an absence counts (45 s) is taken as over: its start is moved back, also from a time that was only then the present.
 * Returns false when something stays open.
 */
export async function untilSettled(db: Db): Promise<boolean> {
  const until = Date.now() + SETTLE_MS;
  await db.query(
    `UPDATE payment_attempt SET started_at = least(started_at, now()) - interval '1 minute' WHERE settled_at IS NULL`,
  );
  while (Date.now() < until) {
    await db.query(
      `UPDATE payment_attempt SET next_check_at = now() WHERE settled_at IS NULL AND next_check_at > now()`,
    );
    await db.query(`UPDATE refund SET next_check_at = now() WHERE state = 'STARTED' AND next_check_at > now()`);
    const [row] = await db.query<{ open: number }>(
      `SELECT (SELECT count(*) FROM payment_attempt WHERE settled_at IS NULL)
            + (SELECT count(*) FROM refund WHERE state = 'STARTED') AS open`,
    );
    if (row?.open === 0) return true;
    await pause(AGAIN_MS);
  }
  return false;
}
