import { z } from "zod";
import type { MailContent, RenderMessage, RenderResult } from "#src/notifications/domain/message.ts";

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

/**
 * Renders messages by the storefronts at these origins; the storefront of this repository does so in
 * `app/api/messages/route.ts`. No redirect is followed, so that no other address gets the token.
 */
export function storefrontRenderer(origins: ReadonlySet<string>): RenderMessage {
  return async ({ address, token }, request) => {
    // The setting may have changed since the lock.
    if (!origins.has(new URL(address).origin)) return failed("its storefront is no longer in MESSAGE_ORIGINS");
    try {
      const response = await fetch(address, {
        method: "POST",
        redirect: "error",
        signal: AbortSignal.timeout(RENDER_MS),
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(request),
      });
      if (response.status === 204) return { result: "nothing" };
      if (response.status !== 200) {
        await response.body?.cancel();
        return failed(`the storefront answered ${response.status}`);
      }
      return contentIn(await textOf(response));
    } catch (error) {
      return failed(`the storefront did not answer (${error instanceof Error ? error.name : "unknown"})`);
    }
  };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new RangeError("The message is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function contentIn(body: string): RenderResult {
  const { data } = rendered.safeParse(JSON.parse(body));
  if (data === undefined) return failed("the storefront's answer is not a message");
  const { subject, text, html, attachments, headers } = data;
  const listUnsubscribe = headers["List-Unsubscribe"];
  const content: MailContent = {
    subject,
    text,
    attachments,
    ...(html !== undefined && { html }),
    ...(listUnsubscribe !== undefined && { listUnsubscribe }),
  };
  return { result: "rendered", content };
}

function failed(reason: string): RenderResult {
  return { result: "failed", reason };
}
