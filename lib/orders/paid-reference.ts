import "server-only";

import { createHmac } from "node:crypto";
import { z } from "zod";
import { parseJson } from "#lib/runtime/limited-text.ts";
import { isSame, keysFor } from "#lib/security/seal.ts";

const paid = z.object({
  v: z.literal(1),
  /** The host of the site that the buyer is sent to: `longlight.example`. Another one leaves the reference out. */
  site: z.string(),
  /** The reference that the buyer reads. */
  order: z.string(),
  event: z.int(),
  tickets: z.int(),
  /** In units of the currency: 95.5. */
  sum: z.number(),
  currency: z.string(),
  clickIds: z.record(z.string(), z.string()).exactOptional(),
  /** When it was paid, or last acted on where the service does not say: ISO 8601. */
  at: z.string(),
});

/** What the promoter's page learns of an order: nothing of its buyer. */
export type Paid = z.output<typeof paid>;

const REFERENCE_MAX = 4_000;

/** Returns what was paid with a signature, which `openPaidReference` checks. Anyone can read it, as JSON in ASCII. */
export function paidReference(content: Paid): string {
  const json = JSON.stringify(content).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const text = Buffer.from(json).toString("base64url");
  return `${text}.${sign(keysFor("paid reference")[0], text)}`;
}

/** Returns what `paidReference` signed, as long as its key is configured; `undefined` for any other text. */
export function openPaidReference(reference: string): Paid | undefined {
  const [text = "", signature = "", ...more] = reference.split(".");
  if (more.length > 0 || reference.length > REFERENCE_MAX) return undefined;
  const isSigned = keysFor("paid reference").some((key) => isSame(sign(key, text), signature));
  return isSigned ? paid.safeParse(parseJson(Buffer.from(text, "base64url").toString())).data : undefined;
}

function sign(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
