import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { z } from "zod";
import type { Charge, Processor } from "#src/payments/domain/processor.ts";
import { type Cause, causeOf } from "#src/platform/domain/cause.ts";
import { toDecimal } from "#src/platform/domain/money.ts";

type ProcessorAddress = {
  readonly url: string;
  readonly secret: string;
  readonly limitMs: number;
  /** Gets why a call had no whole answer, or one that is none of the processor's. */
  readonly onFault?: (call: keyof Processor, cause: Cause, status?: number) => void;
};

const known = z.discriminatedUnion("state", [
  z.object({ state: z.enum(["authorised", "captured", "voided", "refunded"]), id: z.string(), attempt: z.string() }),
  z.object({ state: z.literal("declined"), id: z.string(), attempt: z.string(), code: z.string() }),
]);

/** A proxy's 404 must not pass for the processor's answer that nothing was charged. */
const noSuchPayment = z.object({ code: z.literal("no_such_payment") });

const refunded = z.object({ id: z.string(), state: z.enum(["refunded", "refused"]), amount: z.string() });
const noSuchRefund = z.object({ code: z.literal("no_such_refund") });

/** Statuses of requests that the processor rejects before it charges: a wrong secret, a body that is not read. */
const TURNED_AWAY: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 415]);

const REFUSED = 402;
const MISSING = 404;
/** Statuses by which the processor refuses PROCESSOR_SECRET. */
const SECRET_REFUSED: ReadonlySet<number> = new Set([401, 403]);

/** Returns the client of the processor. It sends each request once, over connections that it keeps. */
export function processorOverHttp({ url, secret, limitMs, onFault = () => {} }: ProcessorAddress): Processor {
  const base = url.endsWith("/") ? url : `${url}/`;
  const authorization = `Bearer ${secret}`;
  const connections = keepConnections(new URL(base));

  async function send(
    call: keyof Processor,
    method: "GET" | "POST",
    path: string,
    extra: { idempotencyKey?: string; body?: object } = {},
  ) {
    const received = await sendOnce(connections, {
      method,
      url: new URL(path, base),
      limitMs,
      onFault: (cause) => onFault(call, cause),
      headers: {
        authorization,
        ...(extra.idempotencyKey === undefined ? {} : { "idempotency-key": extra.idempotencyKey }),
        ...(extra.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(extra.body === undefined ? {} : { body: JSON.stringify(extra.body) }),
    });
    if (typeof received === "string") return received;
    const { status } = received;
    if (SECRET_REFUSED.has(status)) onFault(call, "credential refused", status);
    else if (status >= 400 && status !== REFUSED && status !== MISSING) onFault(call, "answered with an error", status);
    return received;
  }

  async function change<Done extends Charge["state"]>(
    call: "capture" | "voidCharge" | "refund",
    chargeId: string,
    path: string,
    done: Done,
  ) {
    const received = await send(call, "POST", `payments/${encodeURIComponent(chargeId)}/${path}`);
    if (typeof received === "string") return "not_known";
    if (received.status === REFUSED) return "refused";
    const answer = known.safeParse(received.body);
    return received.status === 200 && answer.data?.id === chargeId && answer.data.state === done ? done : "not_known";
  }

  return {
    async authorise(attemptId, amount, card) {
      const { currency } = amount;
      const body = { attempt: attemptId, amount: toDecimal(amount), currency, card: card.reveal() };
      const received = await send("authorise", "POST", "payments", { idempotencyKey: attemptId, body });
      if (typeof received === "string") return received;
      return TURNED_AWAY.has(received.status) ? "not_sent" : chargeFrom(received, attemptId);
    },
    async findByAttempt(attemptId) {
      const received = await send("findByAttempt", "GET", `payments/by-attempt/${encodeURIComponent(attemptId)}`);
      if (typeof received === "string") return "not_known";
      if (received.status === 404 && noSuchPayment.safeParse(received.body).success) return undefined;
      return chargeFrom(received, attemptId);
    },
    capture: (chargeId) => change("capture", chargeId, "capture", "captured"),
    voidCharge: (chargeId) => change("voidCharge", chargeId, "void", "voided"),
    refund: (chargeId) => change("refund", chargeId, "refund", "refunded"),
    async refundPart(chargeId, refundId, amount) {
      const body = { refund: refundId, amount: toDecimal(amount) };
      const path = `payments/${encodeURIComponent(chargeId)}/refund`;
      const received = await send("refundPart", "POST", path, { body });
      if (typeof received === "string") return "not_known";
      const state = refundFrom(received, refundId);
      return received.status === (state === "refused" ? REFUSED : 200) ? state : "not_known";
    },
    async findRefund(refundId) {
      const received = await send("findRefund", "GET", `payments/refunds/${encodeURIComponent(refundId)}`);
      if (typeof received === "string") return "not_known";
      if (received.status === 404 && noSuchRefund.safeParse(received.body).success) return undefined;
      return received.status === 200 ? refundFrom(received, refundId) : "not_known";
    },
  };
}

/** Accepts only a whole answer about this refund: a refusal without its id may be about the request. */
function refundFrom({ body }: Received, refundId: string): "refunded" | "refused" | "not_known" {
  const answer = refunded.safeParse(body);
  return answer.data?.id === refundId ? answer.data.state : "not_known";
}

/** Accepts only a whole answer about this attempt. */
function chargeFrom({ status, body }: Received, attemptId: string): Charge | "not_known" {
  const answer = known.safeParse(body);
  if (status !== 200 || answer.data?.attempt !== attemptId) return "not_known";
  const { attempt: _attempt, ...charge } = answer.data;
  return charge;
}

type Sending = {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The timeout of name lookup, connection, request and answer together. */
  readonly limitMs: number;
  readonly onFault: (cause: Cause) => void;
};

/**
 * An open connection is reused for at most this time after its last answer, and never in the last second of the keep-alive time
 * that the processor names: a request then rarely meets a connection that is being closed.
 */
const IDLE_MAX_MS = 2_000;
const IDLE_CONNECTIONS_MAX = 64;

/** Connections that stay open between requests. */
type KeptConnections = HttpAgent | HttpsAgent;

/** Returns the pool of kept connections for this protocol. Idle ones do not keep the process alive. */
function keepConnections({ protocol }: URL): KeptConnections {
  const options = { keepAlive: true, timeout: IDLE_MAX_MS, maxFreeSockets: IDLE_CONNECTIONS_MAX };
  return protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
}

type Received = { readonly status: number; readonly body: unknown };

/** An answer has a few hundred bytes. A longer one did not come from a processor. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Sends one request over a kept or a new connection and follows no redirect. Returns "not_sent" when no connection was made, and
 * "not_known" when there was one and no whole answer came back. A kept connection that closes during the request may have
 * delivered it, so that is "not_known" too.
 */
function sendOnce(
  connections: KeptConnections,
  { method, url, headers, body, limitMs, onFault }: Sending,
): Promise<Received | "not_sent" | "not_known"> {
  return new Promise((resolve) => {
    const secure = url.protocol === "https:";
    const start = secure ? httpsRequest : httpRequest;
    const request: ClientRequest = start(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }) },
      agent: connections,
      signal: AbortSignal.timeout(limitMs),
    });
    let connected = false;
    let isOver = false;
    const giveUp = (error: unknown) => {
      if (!isOver) onFault(causeOf(error));
      isOver = true;
      resolve(connected ? "not_known" : "not_sent");
    };
    request.once("socket", (socket) => {
      const send = () => {
        connected = true;
        request.end(body);
      };
      if (request.reusedSocket) send();
      // Written only once connected: a request buffered before that could still be sent after its timeout.
      else socket.once(secure ? "secureConnect" : "connect", send);
    });
    request.on("error", giveUp);
    request.once("response", (response) => {
      readJson(response).then((answer) => {
        isOver = true;
        resolve({ status: response.statusCode ?? 0, body: answer });
      }, giveUp);
    });
  });
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new RangeError("The answer is too long.");
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error("The answer ended early.");
  return JSON.parse(Buffer.concat(chunks).toString());
}
