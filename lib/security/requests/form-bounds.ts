import type { IncomingMessage } from "node:http";
import { BODY_BYTES_MAX, type EarlyAnswer, TOO_LARGE } from "#lib/security/incoming-request.ts";
import { partsOf } from "#lib/security/requests/form-parts.ts";

/** More than a form with 50 guests and all their answers has. */
const PARTS_MAX = 5_000;
/** A form of ours has four: the action, what is bound to it, the state, and the form's key. */
const ROWS_MAX = 16;
/** The rows together. The state of the largest form has what was typed once more. */
const ROWS_BYTES_MAX = BODY_BYTES_MAX / 2;
/** Values in the rows together. That state has an answer of each guest to each question. */
const VALUES_MAX = 20_000;
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

const UNREADABLE: EarlyAnswer = {
  status: 400,
  words: "This form cannot be read. Open its page again and send it again.",
};

/**
 * Reads the body of a form and gives it back to the request, to be read by Next. Returns a refusal of a form that is too large, that
 * is none, or that Next would decode for long: one with too many parts, nested too deeply, or with values that no form has. The server
 * ends a body that arrives too slowly.
 */
export async function refuseCostlyForm(request: IncomingMessage): Promise<EarlyAnswer | undefined> {
  const { "content-length": length = "0", "transfer-encoding": coding, "content-type": type = "" } = request.headers;
  if (length === "0" && coding === undefined) return UNREADABLE;
  const body = await readAhead(request);
  if (body.length > BODY_BYTES_MAX) return TOO_LARGE;
  return isCheap(body.toString("latin1"), type, request.headers["next-action"] !== undefined) ? undefined : UNREADABLE;
}

/** Returns the body, which the request then has again. It is empty when it has ended too early, and not read on when too large. */
function readAhead(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    request.on("readable", read).once("close", fail).once("error", fail);
    read();

    function read(): void {
      const chunk: Buffer | null = request.read();
      if (chunk !== null) {
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size > BODY_BYTES_MAX) finish(Buffer.concat(chunks));
      else if (request.complete) finish(giveBack(Buffer.concat(chunks)));
    }

    /** In the same turn as the last read, after which the request would end. */
    function giveBack(body: Buffer): Buffer {
      if (body.length > 0) request.unshift(body);
      return body;
    }

    function fail(): void {
      finish(Buffer.alloc(0));
    }

    function finish(body: Buffer): void {
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
