import { request as send } from "node:http";

/** One request as it goes over the wire, without the cookies: who sends it is decided later. */
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

/** A header that is `undefined` is left out. */
type Changes = Readonly<Record<string, string | undefined>>;

/** Sends plain requests as a browser would, and headers that no browser would send, and keeps cookies. */
export function openVisitor(address: string, network: string, kept: ReadonlyMap<string, string> = new Map()) {
  const cookies = new Map(kept);

  /** Sends without touching this visitor's cookies, whatever is answered. */
  function sendAs(jar: ReadonlyMap<string, string>, request: HttpRequest, changes: Changes = {}): Promise<HttpAnswer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const given = { "x-forwarded-for": network, ...request.headers, ...(cookie && { cookie }), ...changes };
    const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return overTheWire(`${address}${request.path}`, request, headers as Record<string, string>);
  }

  async function answerTo(request: HttpRequest): Promise<HttpAnswer> {
    const answer = await sendAs(cookies, request);
    for (const [name, value] of cookiesIn(answer)) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  return {
    cookies: cookies as ReadonlyMap<string, string>,
    setCookie: (name: string, value: string) => void cookies.set(name, value),
    sendAs,
    send: answerTo,
    get: (path: string) => answerTo({ method: "GET", path, headers: {}, body: Buffer.alloc(0) }),
    /** Another browser that has the cookies which this one has now. */
    copy: () => openVisitor(address, network, cookies),
  };
}

export function cookiesIn({ headers }: HttpAnswer): readonly (readonly [name: string, value: string])[] {
  const set = headers["set-cookie"];
  return (Array.isArray(set) ? set : []).map((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
}

/** Where an answer leads: by a redirect, or by what a page's script is told. */
export function locationOf({ headers }: HttpAnswer): string {
  const { location, "x-action-redirect": byScript } = headers;
  return String(location ?? byScript ?? "").replace(/;(push|replace)$/, "");
}

function overTheWire(url: string, { method, body }: HttpRequest, headers: Record<string, string>): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sized = method === "GET" ? headers : { ...headers, "content-length": String(body.length) };
    const request = send(url, { method, headers: sized }, async (response) => {
      const chunks: Buffer[] = await Array.fromAsync(response);
      const { statusCode: status = 0 } = response;
      resolve({ status, headers: response.headers, body: Buffer.concat(chunks).toString("utf8") });
    });
    request.on("error", reject);
    request.end(body);
  });
}
