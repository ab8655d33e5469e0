import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { z } from "zod";
import type { Failure, MailContent, RenderFailure, RenderMessage } from "#src/notifications/domain/message.ts";
import { causeOf } from "#src/platform/domain/cause.ts";

/** The timeout of one rendering, with its PDF. */
export const RENDER_MS = 15_000;
/** A message with its attachments. Mail servers refuse longer ones. */
const ANSWER_BYTES_MAX = 20_000_000;
const LINE_MAX = 500;

/** One line of a header. */
const line = z
  .string()
  .max(LINE_MAX)
  .refine((text) => !/[\r\n]/.test(text));

/** The name of a picture that the HTML shows in place. */
const cid = z.string().regex(/^[\w.-]{1,100}$/);

const rendered = z.object({
  subject: line.min(1),
  text: z.string().min(1),
  html: z.string().min(1).optional(),
  attachments: z
    .array(z.object({ filename: line, contentType: line, contentBase64: z.base64(), cid: cid.optional() }))
    .max(50)
    .default([]),
  headers: z.object({ "List-Unsubscribe": line.regex(/^<https?:\/\/[^\s<>]+>$/).optional() }).default({}),
});

export type RendererSettings = {
  readonly rendererOrigins: ReadonlySet<string>;
  /** Where to connect to in place of what the origin's name leads to. Name and certificate stay those of the origin. */
  readonly connectTo?: { readonly host: string; readonly port: number };
  /** A private certificate authority, trusted beside the public ones. */
  readonly ca?: string;
};

/** Answers of a storefront, or of the edge before it, that is not there or has no capacity: every message gets them. */
const AWAY = new Set([429, 502, 503, 504]);

/**
 * Renders messages by the storefronts at these origins; the storefront of this repository does so in
 * `app/api/messages/route.ts`. No redirect is followed, so that no other address gets the token.
 */
export function storefrontRenderer({ rendererOrigins, connectTo, ca }: RendererSettings): RenderMessage {
  /** When each storefront rendered a message last, by its origin. */
  const renderedMs = new Map<string, number>();

  /** Adds to the failure of a try that began at this time when the storefront rendered another message. */
  function withOthers(failure: Failure, origin: string, begunMs: number): RenderFailure {
    const lastMs = renderedMs.get(origin);
    return lastMs === undefined ? failure : { ...failure, renderedSecondsAgo: (begunMs - lastMs) / 1_000 };
  }

  async function ask(address: URL, token: string, body: string): Promise<IncomingMessage> {
    const send = address.protocol === "https:" ? httpsRequest : httpRequest;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    send(address, {
      method: "POST",
      signal: AbortSignal.timeout(RENDER_MS),
      headers: {
        host: address.host,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      },
      ...(connectTo && { hostname: connectTo.host, port: connectTo.port }),
      // A certificate names an address of digits by its own field.
      ...(isIP(address.hostname.replace(/^\[|\]$/g, "")) === 0 && { servername: address.hostname }),
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    })
      .once("response", resolve)
      .on("error", reject)
      .end(body);
    return promise;
  }

  return async ({ address, token }, request) => {
    const url = new URL(address);
    // The setting may have changed since the lock.
    if (!rendererOrigins.has(url.origin)) return failed("its storefront is no longer in MESSAGE_ORIGINS");
    const begunMs = performance.now();
    try {
      const response = await ask(url, token, JSON.stringify(request));
      const { statusCode = 0 } = response;
      if (statusCode === 200) {
        const content = contentIn(await textOf(response));
        if (content === undefined)
          return withOthers(failed("the storefront's answer is not a message"), url.origin, begunMs);
        renderedMs.set(url.origin, performance.now());
        return { result: "rendered", content };
      }
      response.resume();
      if (statusCode === 204) return { result: "nothing" };
      const answer = failed(`the storefront answered ${statusCode}`);
      return withOthers(AWAY.has(statusCode) ? { ...answer, result: "away" } : answer, url.origin, begunMs);
    } catch (error) {
      const cause = causeOf(error);
      const reason = `the storefront was not reached: ${cause}`;
      return withOthers({ result: "away", cause, reason }, url.origin, begunMs);
    }
  };
}

/** Returns `undefined` for an answer that is too long. */
async function textOf(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function contentIn(body: string | undefined): MailContent | undefined {
  const { data } = rendered.safeParse(jsonIn(body));
  if (data === undefined) return undefined;
  const { subject, text, html, attachments, headers } = data;
  const listUnsubscribe = headers["List-Unsubscribe"];
  return {
    subject,
    text,
    attachments,
    ...(html !== undefined && { html }),
    ...(listUnsubscribe !== undefined && { listUnsubscribe }),
  };
}

function jsonIn(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}

function failed(reason: string): Failure {
  return { result: "failed", reason, cause: "answered with an error" };
}
