import "server-only";

import { currentSeller } from "#lib/catalogue/seller.ts";
import { brand } from "#lib/env.ts";
import type { Letter, RenderedLetter } from "#lib/mail/letter.ts";
import type { Shop } from "#lib/mail/mail-facts.ts";
import { mailHtml } from "#lib/mail/mail-html.ts";
import { mailText } from "#lib/mail/mail-text.ts";
import type { Attachment } from "./attachments.ts";

/** A message for one recipient, as the service sends it. */
export type RenderedMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly Attachment[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** Returns a letter as text and HTML in the brand's colour, with its files. */
export function renderedMessage(letter: Letter, attachments: readonly Attachment[] = []): RenderedMessage {
  return { ...renderLetter(letter, brand().BRAND_COLOUR), attachments };
}

/** Returns what every message says about the shop. */
export async function shopFor(language: string): Promise<Shop> {
  const { BRAND_NAME } = brand();
  return { language, brand: BRAND_NAME, seller: await currentSeller() };
}

/** The length of the longest subject that inboxes show in full. */
const SUBJECT_MAX = 150;

/** Returns subject, HTML and plain text of a letter. */
export function renderLetter(letter: Letter, brandColour: string): RenderedLetter {
  const subject = [...letter.subject].slice(0, SUBJECT_MAX).join("");
  return { subject, html: mailHtml(letter, brandColour), text: mailText(letter) };
}
