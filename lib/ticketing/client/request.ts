import "server-only";

import type { ZodType } from "zod";
import { env } from "#lib/env.ts";
import { freshConnections, keptConnections } from "#lib/ticketing/client/agent.ts";
import { type Credential, shop } from "#lib/ticketing/client/credential.ts";
import { type Answer, exchange, type Message } from "#lib/ticketing/client/exchange.ts";
import { CredentialRefused, NothingLeft, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { mayAsk, noteAccepted, noteRefused } from "#lib/ticketing/client/refused-credential.ts";

type RequestOptions = {
  /** Names the call in a fault; the path would give keys away. */
  readonly name: string;
  readonly method: Message["method"];
  readonly path: Path;
  /** JSON already written, since an amount needs its own number of decimals. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
  readonly as?: Credential;
  readonly connections?: "kept" | "fresh";
};

export type Call<T> = RequestOptions & {
  readonly answer: ZodType<T>;
  /** How a refusal reads, with any status but 401 and 404; without it a 4xx is a fault. */
  readonly refusal?: ZodType<T>;
};

export type Whole<T> = { readonly value: T; readonly headers: Answer["headers"] };

/** Every read and write of the service passes through here. `undefined` means there is no such thing. */
export async function request<T>(call: Call<T>): Promise<T | undefined> {
  return (await requestWhole(call))?.value;
}

/** The answer with what stood above it. */
export async function requestWhole<T>({ answer, refusal, ...asked }: Call<T>): Promise<Whole<T> | undefined> {
  const { status, body, headers } = await ask(asked);
  if (status === 404) return undefined;
  const refused = status >= 400 && status < 500 ? refusal?.safeParse(body) : undefined;
  if (refused?.success) return { value: refused.data, headers };
  if (status < 200 || status > 299) throw new TicketingFault(`${asked.name} failed with ${status}.`);
  const parsed = answer.safeParse(body);
  if (parsed.success) return { value: parsed.data, headers };
  throw new TicketingFault(`${asked.name} answered in an unexpected shape: ${pathsOf(parsed.error)}.`);
}

/** The answer as it came. A read is asked again at most once, within the same limit; a write never. */
export async function ask(asked: RequestOptions): Promise<Answer> {
  const { name, method, as } = asked;
  if (as === undefined && !mayAsk(Date.now())) throw new NothingLeft(`${name} waits: the credential is refused.`);
  const message = messageOf(asked);
  const answer = method === "GET" ? await askTwice(message) : await exchange(message);
  if (answer.status === 401) {
    if (as === undefined) noteRefused(Date.now());
    throw new CredentialRefused(`${name} failed with 401.`);
  }
  if (answer.status === 429) throw new ServiceBusy(`${name} was put off with 429.`);
  if (as === undefined) noteAccepted();
  return answer;
}

async function askTwice(message: Message): Promise<Answer> {
  try {
    const answer = await exchange(message);
    if (answer.status < 502 || answer.status > 504) return answer;
  } catch (fault) {
    if (!(fault instanceof TicketingFault) || message.signal.aborted) throw fault;
  }
  return exchange(message);
}

function messageOf({
  name,
  method,
  path,
  body,
  headers,
  limitMs,
  as = shop(),
  connections = "kept",
}: RequestOptions): Message {
  return {
    name,
    method,
    url: `${env().TICKETING_URL}${path}`,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      // The interface's own spelling; a service may look for either.
      Accepts: "application/json",
      Authorization: as.authorization(),
      ...headers,
    },
    body: body ?? (method === "GET" ? null : "{}"),
    signal: AbortSignal.timeout(limitMs ?? limitFor(method)),
    dispatcher: connections === "fresh" ? freshConnections() : keptConnections(),
  };
}

function limitFor(method: Message["method"]): number {
  return method === "GET" ? env().TICKETING_READ_MS : env().TICKETING_WRITE_MS;
}

/** Where the answer was odd, and never what stood there. */
function pathsOf(error: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] }): string {
  return error.issues
    .slice(0, 3)
    .map(({ path }) => path.map(String).join(".") || "the whole")
    .join(", ");
}
