import { Agent, request } from "undici";
import { type Answer, NotApplicable } from "./expect.ts";

/** Far above the largest catalogue. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Credential = { readonly user: string; readonly password: string };

export type RequestOptions = {
  /** Headers beside or instead of the usual ones; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Another user than the one of the run, or none. */
  readonly as?: Credential | "no user";
};

export type Target = Credential & {
  /** The base address, up to and including the version, without a slash at its end. */
  readonly address: string;
  /** The certificate of a private authority, as PEM. */
  readonly ca?: string;
  /** The time limit of a request. */
  readonly timeoutMs: number;
  /** Whether the run may send anything but GET. */
  readonly writes: boolean;
};

export type Client = ReturnType<typeof openClient>;

/** A request got no answer: no connection, a broken one, or a time-out. */
export class NoAnswer extends Error {
  /** The code of the system or of TLS, such as ECONNREFUSED. */
  readonly code: string;

  constructor(call: string, code: string) {
    super(`${call} got no answer (${code})`);
    this.code = code;
  }
}

/** Returns a client of one service. It follows no redirect and repeats nothing. `close` ends its connections. */
export function openClient(target: Target) {
  const dispatcher = new Agent({ connect: { timeout: target.timeoutMs, ...(target.ca && { ca: target.ca }) } });
  const inFlight = new Set<Promise<unknown>>();
  let isHalted = false;

  async function exchange(method: Method, path: string, body: unknown, options: RequestOptions): Promise<Answer> {
    const call = `${method} ${path}`;
    const headers = Object.entries({ ...headersOf(options.as ?? target), ...options.headers }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
    );
    const payload = method === "GET" ? undefined : JSON.stringify(body ?? {});
    try {
      const answered = await request(`${target.address}${path}`, {
        method,
        headers: Object.fromEntries(headers),
        ...(payload !== undefined && { body: payload }),
        dispatcher,
        signal: AbortSignal.timeout(target.timeoutMs),
      });
      const text = await read(answered.body);
      const single = Object.entries(answered.headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]);
      return { call, status: answered.statusCode, headers: Object.fromEntries(single), text, body: parse(text) };
    } catch (error) {
      throw new NoAnswer(call, codeOf(error));
    }
  }

  function send(method: Method, path: string, body: unknown, options: RequestOptions = {}): Promise<Answer> {
    const sent = exchange(method, path, body, options);
    const settled = sent.catch(() => undefined).finally(() => inFlight.delete(settled));
    inFlight.add(settled);
    return sent;
  }

  /** Like `send`, for the checks: after `halt` a new request never starts, and its promise never resolves. */
  const sendForCheck: typeof send = (...parameters) => (isHalted ? new Promise(() => {}) : send(...parameters));

  return {
    address: target.address,
    user: target.user,
    writes: target.writes,
    get: (path: string, options?: RequestOptions): Promise<Answer> => sendForCheck("GET", path, undefined, options),

    /** Sends a call that may change something. Throws NotApplicable in a run that only reads. */
    async write(method: Exclude<Method, "GET">, path: string, body?: unknown, options?: RequestOptions) {
      if (!target.writes) throw new NotApplicable("it needs --writes");
      return sendForCheck(method, path, body, options);
    },

    /** Calls that remove what the checks made. They are sent after `halt` too. */
    removing: {
      get: (path: string): Promise<Answer> => send("GET", path, undefined),
      write: (method: Exclude<Method, "GET">, path: string): Promise<Answer> => send(method, path, undefined),
    },

    /** Keeps the checks from sending anything more. */
    halt(): void {
      isHalted = true;
    },

    /** Resolves when no request is in flight. */
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
      // A check that got its answer records what was made before this resolves.
      await new Promise((resolve) => setImmediate(resolve));
    },

    close: (): Promise<void> => dispatcher.destroy(),
  };
}

/** Returns the headers of every call. Both spellings of `Accept` are sent: a service may read either. */
function headersOf(as: Credential | "no user"): Readonly<Record<string, string>> {
  const json = { "content-type": "application/json", accepts: "application/json", accept: "application/json" };
  return as === "no user" ? json : { ...json, authorization: basic(as) };
}

export function basic({ user, password }: Credential): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

async function read(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > ANSWER_BYTES_MAX) throw Object.assign(new Error("too large"), { code: "ANSWER_TOO_LARGE" });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return "time-out";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
