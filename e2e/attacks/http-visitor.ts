import { createHash } from "node:crypto";
import { request as sendPlain } from "node:http";
import { request as sendSecurely } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { isAskedAgain } from "#e2e/tools/cookie-names.ts";
import { secondsToWait } from "#e2e/tools/many-buy.ts";

/** A request without cookies; the sender's are added when it is sent. */
export type HttpRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

export type HttpVisitor = ReturnType<typeof openVisitor>;

/** Headers to change; `undefined` removes one. */
type Changes = Readonly<Record<string, string | undefined>>;

/** A visitor that stores cookies as a browser does, comes again when asked to for load, and can also send headers that no browser sends. */
export function openVisitor(address: string, network: string, kept: ReadonlyMap<string, string> = new Map()) {
  const cookies = new Map(kept);

  /** Sends with the cookies of `jar`, and does not store those of the answer. */
  function sendAs(jar: ReadonlyMap<string, string>, request: HttpRequest, changes: Changes = {}): Promise<HttpAnswer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { "x-forwarded-for": network, ...request.headers, ...(cookie && { cookie }), ...changes };
    const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return overTheWire(`${address}${request.path}`, request, headers as Record<string, string>);
  }

  async function answerTo(request: HttpRequest): Promise<HttpAnswer> {
    const answer = await sendAs(cookies, request);
    for (const [name, value] of cookiesIn(answer)) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const seconds = secondsToWait(answer.status, String(answer.headers["retry-after"]), answer.body);
    if (seconds !== undefined) {
      await pause(seconds * 1_000);
      return answerTo(request);
    }
    const again = locationOf(answer);
    const { method, path } = request;
    return method === "POST" && isAskedAgain(answer.status, path, again)
      ? answerTo({ ...request, path: again })
      : answer;
  }

  return {
    cookies: cookies as ReadonlyMap<string, string>,
    setCookie: (name: string, value: string) => void cookies.set(name, value),
    sendAs,
    send: answerTo,
    get: (path: string) => answerTo({ method: "GET", path, headers: {}, body: Buffer.alloc(0) }),
    /** Returns another visitor with a copy of the current cookies, or with those of `jar`. */
    copy: (jar: ReadonlyMap<string, string> = cookies) => openVisitor(address, network, jar),
  };
}

/** Yields a client address for each visitor, so that limits per network never count two together. */
export function* networksOf(testId: string): Generator<string, never> {
  const [a = 0, b = 0] = createHash("sha256").update(testId).digest();
  for (let visitor = 1; ; visitor += 1) yield `172.${a}.${b}.${visitor}`;
}

export function cookiesIn({ headers }: HttpAnswer): readonly (readonly [name: string, value: string])[] {
  const set = headers["set-cookie"];
  return (Array.isArray(set) ? set : []).map((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
}

/** Returns the redirect target, from the Location header or from the header that React's router reads; "" if none. */
export function locationOf({ headers }: HttpAnswer): string {
  const { location, "x-action-redirect": byScript } = headers;
  return String(location ?? byScript ?? "").replace(/;(push|replace)$/, "");
}

function overTheWire(url: string, { method, body }: HttpRequest, headers: Record<string, string>): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sized = method === "GET" ? headers : { ...headers, "content-length": String(body.length) };
    const send = url.startsWith("https:") ? sendSecurely : sendPlain;
    // Otherwise a forged Host header would also be the server name of the TLS handshake, which an edge would refuse.
    const servername = new URL(url).hostname;
    const request = send(url, { method, headers: sized, servername }, async (response) => {
      const chunks: Buffer[] = await Array.fromAsync(response);
      const { statusCode: status = 0 } = response;
      resolve({ status, headers: response.headers, body: Buffer.concat(chunks).toString("utf8") });
    });
    request.on("error", reject);
    request.end(body);
  });
}
