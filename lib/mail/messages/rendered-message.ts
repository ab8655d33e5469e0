import "server-only";

import { brand } from "#lib/env.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { renderLetter } from "#lib/mail/render-letter.ts";
import type { Attachment } from "./order-files.ts";

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
