import type { IncomingMessage } from "node:http";
import { BODY_BYTES_MAX, type EarlyAnswer, TOO_LARGE } from "#lib/security/incoming-request.ts";
import { partsOf } from "#lib/security/requests/form-parts.ts";

/** The largest form has a part for each answer of 50 guests to 40 questions, 2,000, and a few more. */
const PARTS_MAX = 3_000;
/** A form of ours has four: the action, what is bound to it, the state, and the form's key. */
const ROWS_MAX = 16;
/** The rows together. The state of the largest form has what was typed once more. */
const ROWS_BYTES_MAX = BODY_BYTES_MAX / 2;
/** Values in the rows together. That state has each answer and an error for each, 4,000, and a few more. */
const VALUES_MAX = 5_000;
/** Of all forms that are arriving. A body that stops before its end is held until its time is over. */
const ARRIVING_BYTES_MAX = 64 * BODY_BYTES_MAX;
/** The state of a form has three levels. */
const DEPTH_MAX = 32;

/**
 * What a text that begins with `$` may stand for in React's encoding of arguments: a text, nothing, a number, a moment, the form itself,
 * another row or a part of it. What else it can name no form of ours has, and a set of large numbers that V8 hashes alike stops
 * the process for seconds.
 */
const HARMLESS = /^\$(?:\$|D|(?:undefined|NaN|-0|-?Infinity)$|[K@]?[\da-f]+$|[\da-f]+:)/;

/** The name of what a visitor typed, in a call of React's: the number of its form stands before it. */
const TYPED_IN_CALL = /^_[\da-f]+_/;

const CROWDED: EarlyAnswer = {
  status: 503,
  words: "Too many large forms are arriving. Send this one again in a moment.",
  headers: { "Retry-After": "10", Connection: "close" },
};
const UNREADABLE: EarlyAnswer = {
  status: 400,
  words: "This form cannot be read. Open its page again and send it again.",
};

/**
 * Reads the body of a form and gives it back to the request, to be read by Next. Returns a refusal of a form that is too large, that
 * is none, or that Next would decode for long: one with too many parts, nested too deeply, or with values that no form has. The server
 * ends a body that arrives too slowly; while more than `bytesMax` are arriving, the largest is refused, so that small forms arrive.
 */
export async function refuseCostlyForm(
  request: IncomingMessage,
  bytesMax = ARRIVING_BYTES_MAX,
): Promise<EarlyAnswer | undefined> {
  const { "content-length": length = "0", "transfer-encoding": coding, "content-type": type = "" } = request.headers;
  if (length === "0" && coding === undefined) return UNREADABLE;
  const body = await readAhead(request, bytesMax);
  if (body === undefined) return CROWDED;
  if (body.length > BODY_BYTES_MAX) return TOO_LARGE;
  return isCheap(body.toString("latin1"), type, request.headers["next-action"] !== undefined) ? undefined : UNREADABLE;
}

type Arriving = { size: number; readonly giveUp: () => void };

const arriving = new Set<Arriving>();
let arrivingBytes = 0;

/** Gives up the largest bodies until those that arrive have `bytesMax` together. */
function makeRoom(bytesMax: number): void {
  while (arrivingBytes > bytesMax) [...arriving].reduce((one, other) => (other.size > one.size ? other : one)).giveUp();
}

/**
 * Returns the body, which the request then has again; `undefined` when it was given up. It is empty when it has ended too early, and
 * not read on when too large.
 */
function readAhead(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const one: Arriving = { size: 0, giveUp: () => finish(undefined) };
    arriving.add(one);
    request.on("readable", read).once("close", fail).once("error", fail);
    read();

    function read(): void {
      const chunk: Buffer | null = request.read();
      if (chunk !== null) {
        chunks.push(chunk);
        one.size += chunk.length;
        arrivingBytes += chunk.length;
      }
      if (one.size > BODY_BYTES_MAX) finish(Buffer.concat(chunks));
      else if (!request.complete) makeRoom(bytesMax);
      else finish(giveBack(Buffer.concat(chunks)));
    }

    /** In the same turn as the last read, after which the request would end. */
    function giveBack(body: Buffer): Buffer {
      if (body.length > 0) request.unshift(body);
      return body;
    }

    function fail(): void {
      finish(Buffer.alloc(0));
    }

    function finish(body: Buffer | undefined): void {
      if (arriving.delete(one)) arrivingBytes -= one.size;
      request.off("readable", read).off("close", fail).off("error", fail);
      resolve(body);
    }
  });
}

/**
 * Returns whether decoding a form takes the framework little time. What it takes for arguments must be JSON with harmless values; what
 * a visitor typed may be any text. `isCall`: React's script has encoded the form, and not the browser.
 */
export function isCheap(body: string, type: string, isCall: boolean): boolean {
  const parts = partsOf(body, type, PARTS_MAX);
  if (parts === undefined) return false;
  const rows = parts.filter(([name]) => (isCall ? !TYPED_IN_CALL.test(name) : name.startsWith("$ACTION_")));
  // Only the names of the others say something: which action it is.
  const read = isCall ? rows : rows.filter(([name]) => name.includes(":"));
  const size = read.reduce((sum, [, text]) => sum + text.length, 0);
  return rows.length <= ROWS_MAX && size <= ROWS_BYTES_MAX && areHarmless(read.map(([, text]) => parsed(text)));
}

/** Returns whether the values of all rows are few, not nested deeply, and none of an expensive kind. */
function areHarmless(rows: readonly unknown[]): boolean {
  const open = rows.map((row): readonly [value: unknown, depth: number] => [row, 0]);
  let count = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [value, depth] = one;
    if (value === undefined || depth > DEPTH_MAX) return false;
    if (typeof value === "string" && value.startsWith("$") && !HARMLESS.test(value)) return false;
    if (typeof value !== "object" || value === null) continue;
    const inner = Object.values(value);
    count += inner.length;
    if (count > VALUES_MAX) return false;
    for (const value of inner) open.push([value, depth + 1]);
  }
  return true;
}

/** Returns `undefined` for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
