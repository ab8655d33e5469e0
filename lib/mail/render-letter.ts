import "server-only";

import type { Letter, RenderedLetter } from "./letter.ts";
import { mailHtml } from "./mail-html.ts";
import { mailText } from "./mail-text.ts";

/** The length of the longest subject that inboxes show in full. */
const SUBJECT_MAX = 150;

/** Returns subject, HTML and plain text of a letter. */
export function renderLetter(letter: Letter, brandColour: string): RenderedLetter {
  const subject = [...letter.subject].slice(0, SUBJECT_MAX).join("");
  return { subject, html: mailHtml(letter, brandColour), text: mailText(letter) };
}
