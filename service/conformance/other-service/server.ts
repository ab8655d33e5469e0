import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, BASE_PATH, NO_SUCH_CALL, problem } from "./answers.ts";

/** A call that fails once: its answer is lost, it is carried out and answered in a shape that nobody reads, or it is not carried out. */
export type Fault = { readonly call: RegExp; readonly how: "lost" | "unreadable" | "down" };

type Options = {
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly answer: (call: Call) => Answer;
  /** How long each answer takes at least, in milliseconds. */
  readonly delayMs: () => number;
  readonly takeFault: (call: string) => Fault["how"] | undefined;
  /** Whether a call without the credential is answered as well: a fault that the conformance kit must find. */
  readonly isOpen: () => boolean;
};

const BODY_BYTES_MAX = 64 * 1024;
const JSON_HEADERS = { "content-type": "application/json;charset=utf-8", "cache-control": "no-store" };

const UNREADABLE: Answer = { status: 200, body: { done: [{ it: "is" }] } };

/** Starts the HTTPS server. It checks the user, reads JSON, and writes what `answer` returns. */
export async function startServer(options: Options) {
  const received: string[] = [];
  const server = createServer({ key: options.key, cert: options.cert }, async (request, response) => {
    await wait(options.delayMs());
    const { method = "GET", url = "/" } = request;
    const called = `${method} ${url.replace(BASE_PATH, "")}`;
    received.push(called);
    const fault = options.takeFault(called);
    if (fault === "down") return write(response, problem(503, "Closed for a moment."));
    const answer = await answerRequest(request, options);
    if (fault === "lost") return void response.socket?.destroy();
    write(response, fault === "unreadable" ? UNREADABLE : answer);
  });
  server.listen(options.port, "localhost");
  await once(server, "listening");
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}${BASE_PATH}`,
    /** The method and path of each call, in order. */
    received,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answerRequest(request: IncomingMessage, options: Options): Promise<Answer> {
  const { answer, user, password, isOpen } = options;
  const { method = "GET", headers } = request;
  const { pathname } = new URL(request.url ?? "/", "https://localhost");
  const bytes = await bodyOf(request);
  if (!isUser(headers.authorization, user, password) && !isOpen()) return problem(401, "Who are you?");
  if (!pathname.startsWith(`${BASE_PATH}/`)) return NO_SUCH_CALL;
  const hasSuffix = pathname.endsWith(".json");
  const isJson = /^application\/json\b/.test(headers["content-type"] ?? "");
  if (!isJson && !(method === "GET" && hasSuffix)) return problem(415, "JSON only.");
  if (bytes === undefined) return problem(413, "Too long.");
  const body = parse(bytes);
  if (body === undefined) return problem(400, "This is not a JSON object.");
  const path = pathname
    .slice(BASE_PATH.length)
    .replace(/\.json$/, "")
    .replace(/\/$/, "");
  return answer({ method, path, body });
}

/** Returns the body as text; `undefined` when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = await Array.fromAsync(request);
  const bytes = Buffer.concat(chunks);
  return bytes.length > BODY_BYTES_MAX ? undefined : bytes.toString("utf8");
}

function parse(text: string): Call["body"] | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function isUser(authorization = "", user: string, password: string): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`);
  const given = Buffer.from(authorization);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function write(response: ServerResponse, { status, body }: Answer): void {
  const more = status === 401 ? { "www-authenticate": 'Basic realm="other"' } : {};
  response.writeHead(status, { ...JSON_HEADERS, ...more }).end(JSON.stringify(body));
}

export type Call = {
  readonly method: string;
  /** The path below the version, without `.json` and the slash at its end. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
};

type Handler = (call: Call, ...parts: readonly string[]) => Answer;

/** A method and path, such as `GET /event/:id`, and what answers it. */
export type Route = readonly [call: string, handler: Handler];

/** Answers a call by the first route that matches; 404 for a call that this service does not have. */
export function answerCall(routes: readonly Route[], call: Call): Answer {
  const onPath = routes.flatMap(([name, handler]) => {
    const [method = "", pattern = ""] = name.split(" ");
    const parts = partsOf(pattern, call.path);
    return parts === undefined ? [] : [{ method, run: () => handler(call, ...parts) }];
  });
  const found = onPath.find(({ method }) => method === call.method);
  if (found) return found.run();
  return onPath.length > 0 ? problem(405, "Not with this method.") : NO_SUCH_CALL;
}

/** Returns the variable parts of a path; `undefined` when it does not fit the pattern. */
function partsOf(pattern: string, path: string): readonly string[] | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  if (!wanted.every((part, at) => part.startsWith(":") || part === given[at])) return undefined;
  return given.filter((_part, at) => wanted[at]?.startsWith(":"));
}
