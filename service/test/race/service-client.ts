import { Agent, request } from "node:https";
import { json } from "node:stream/consumers";

export type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

export type ServiceClient = {
  /** Sends one request to one of the processes. The same `at` is always the same process. */
  readonly ask: (at: number, method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Answer>;
  readonly close: () => void;
};

/** The maximum of concurrent requests at each process. The others wait for a connection. */
const CONNECTIONS_MAX = 100;

/** Opens a client of one user over HTTPS to several processes of the service. */
export function openClient(addresses: readonly string[], ca: string, credential: string): ServiceClient {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX, ca });
  const headers = {
    authorization: `Basic ${Buffer.from(credential).toString("base64")}`,
    "content-type": "application/json",
    accept: "application/json",
  };

  function ask(at: number, method: "GET" | "POST" | "DELETE", path: string, body: object = {}): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const sent = request(`${addresses[at % addresses.length]}${path}`, { method, agent, headers }, (response) => {
      const toAnswer = (read: unknown) => resolve({ status: response.statusCode ?? 0, body: Object(read) });
      json(response).then(toAnswer, reject);
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? JSON.stringify(body) : undefined);
    return promise;
  }

  return { ask, close: () => agent.destroy() };
}
