import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";

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
