import type { IncomingMessage } from "node:http";
import { BODY_BYTES_MAX, type EarlyAnswer, TOO_LARGE } from "#lib/security/incoming-request.ts";

/** More than a form with 50 guests and all their answers has. */
const PARTS_MAX = 5_000;
/** The state of a form has three levels. */
const DEPTH_MAX = 32;

/**
 * Texts by which React's encoding of arguments names large numbers, sets, maps, streams and bytes. No form of ours has one, and a
 * set of large numbers that V8 hashes alike stops the process for four seconds and more.
 */
const COSTLY = /^\$[QWinRrXxAOoUSsLlGgMmVB]/;

/** The type of a form as browsers write it. Of another one, two readers could take different texts for the boundary. */
const MULTIPART = /^multipart\/form-data;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*$/i;
/** A part in another encoding is not what its bytes look like. */
const OTHER_CHARSET = /charset\s*=(?!\s*"?utf-8\b)/i;

const UNREADABLE: EarlyAnswer = {
  status: 400,
  words: "This form cannot be read. Open its page again and send it again.",
};

/**
 * Reads the body of a form and gives it back to the request, to be read by Next. Returns a refusal of a form that is too large, or
 * that Next would decode for long: one with too many parts, nested too deeply, or with values that no form has. The server ends a
 * body that arrives too slowly.
 */
export async function refuseCostlyForm(request: IncomingMessage): Promise<EarlyAnswer | undefined> {
  const { "content-length": length = "0", "transfer-encoding": coding, "content-type": type = "" } = request.headers;
  if (length === "0" && coding === undefined) return undefined;
  const body = await readAhead(request);
  if (body.length > BODY_BYTES_MAX) return TOO_LARGE;
  return body.length > 0 && isCheap(body.toString("latin1"), type) ? undefined : UNREADABLE;
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

/** Returns whether decoding a form takes little time. Every part that is JSON is taken for arguments, whatever its name. */
export function isCheap(body: string, type: string): boolean {
  if (!/^\s*multipart\//i.test(type)) return isFlat(body);
  const [, , boundary] = MULTIPART.exec(type) ?? [];
  if (boundary === undefined) return false;
  const parts = body.split(`--${boundary}`, PARTS_MAX + 1);
  return parts.length <= PARTS_MAX && parts.every(isCheapPart);
}

function isCheapPart(part: string): boolean {
  const end = part.indexOf("\r\n\r\n");
  return !OTHER_CHARSET.test(part.slice(0, Math.max(0, end))) && isFlat(part.slice(end + 4));
}

function isFlat(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return true;
  const open: (readonly [value: unknown, depth: number])[] = [[parsed(text), 0]];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [value, depth] = one;
    if (depth > DEPTH_MAX || (typeof value === "string" && COSTLY.test(value))) return false;
    if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) open.push([inner, depth + 1]);
  }
  return true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
