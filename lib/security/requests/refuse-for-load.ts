import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { busyText } from "#lib/security/busy-text.ts";
import { type EarlyAnswer, pathOf } from "#lib/security/incoming-request.ts";
import { BUTTON, escaped, PLAIN_PAGE, plainLink, plainPage } from "#lib/security/requests/plain-page.ts";
import { languageIn, patternOf } from "#lib/security/route-patterns.ts";
import { ROUTES } from "#lib/security/routes.ts";
import { isSourceField } from "#lib/ticketing/model/source-fields.ts";

const BEGINNINGS = patternOf(ROUTES.reserving, "/?");

/** Far more than the choice of an event has. A larger form is not repeated, since that would cost more than it saves. */
const REPEATED_BYTES_MAX = 16_000;

/** A wait differs from visitor to visitor, so that those who were refused together do not return together. */
const WAIT_SECONDS = [2, 3, 4, 5, 6] as const;

/** Returns whether a request reserves tickets for a visitor who may have none yet. */
export function isBeginning({ method, url }: IncomingMessage): boolean {
  return method === "POST" && BEGINNINGS.test(pathOf(url));
}

/**
 * Returns the answer to a form that is refused for load before anything is reserved. It costs next to nothing. A browser without
 * script gets a page with the same form to send again, so that the choice is not lost; a script gets a line that it understands.
 */
export async function refuseForLoad(request: IncomingMessage, stylesheets: readonly string[]): Promise<EarlyAnswer> {
  const seconds = WAIT_SECONDS[Math.floor(Math.random() * WAIT_SECONDS.length)] ?? WAIT_SECONDS[0];
  const headers = { "Retry-After": String(seconds) };
  if (request.headers["next-action"] !== undefined)
    return { status: 503, words: busyText(seconds), headers: { ...headers, "Content-Type": "text/plain" } };
  const { url = "", headers: sent } = request;
  const isOfPicker = Number(sent["content-length"] ?? Number.POSITIVE_INFINITY) <= REPEATED_BYTES_MAX;
  const form = isOfPicker ? await formOf(request) : new FormData();
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  const language = languageIn(url) ?? form.get("locale");
  return {
    status: 503,
    words: pageOf({ locale: localeFrom(language), action: url, fields, stylesheets }),
    headers: { ...headers, ...PLAIN_PAGE },
  };
}

/** How long to wait before a page that has waited in vain is asked for again. */
const READ_SECONDS = 10;

/** Returns the answer to a page that many of the same network ask for at the same time. */
export function refuseRead({ url = "", headers }: IncomingMessage, stylesheets: readonly string[]): EarlyAnswer {
  const locale = localeFrom(languageIn(url));
  const { crowdedTitle, crowdedText, retry } = wordsOf(locale).Errors;
  const wait = { "Retry-After": String(READ_SECONDS) };
  // The router then asks for the page itself.
  if (headers.rsc !== undefined) return { status: 503, words: crowdedText, headers: wait };
  const again = `<a class="${BUTTON}" href="${escaped(url)}">${escaped(retry)}</a>`;
  const words = plainPage({ locale, title: crowdedTitle, text: crowdedText, below: [again], stylesheets });
  return { status: 503, words, headers: { ...wait, ...PLAIN_PAGE } };
}

/** Returns the form that a request sends; an empty one where it cannot be read. */
async function formOf(request: IncomingMessage): Promise<FormData> {
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  return new Response(await buffer(request), { headers }).formData().catch(() => new FormData());
}

type Refused = {
  readonly locale: string;
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly stylesheets: readonly string[];
};

function pageOf({ locale, action, fields, stylesheets }: Refused): string {
  const { Event, Errors } = wordsOf(locale);
  const { busyTitle, busy, busyLine } = Event.picker;
  const line = lineOf(locale, action, fields);
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const form = `<form method="post" enctype="multipart/form-data" action="${escaped(action)}">\n${inputs.join("\n")}\n<button class="${BUTTON}">${escaped(Errors.retry)}</button>\n</form>`;
  const link = line && plainLink(line, busyLine);
  const below = [...(inputs.length > 0 ? [form] : []), ...(link ? [link] : [])];
  return plainPage({ locale, title: busyTitle, text: busy, below, stylesheets });
}

/** Returns the page of the event's line, with the choice; `undefined` for a form of no event. */
function lineOf(locale: string, action: string, fields: Refused["fields"]): string | undefined {
  const [, eventId = fields.find(([name]) => name === "event")?.[1] ?? ""] = /\/events\/(\d+)/.exec(action) ?? [];
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return undefined;
  const [, query = ""] = action.split("?", 2);
  const chosen = [...fields, ...new URLSearchParams(query)].filter(
    ([name, value]) => (OF_LINK.test(name) || isSourceField(name)) && value !== "" && value !== "0",
  );
  return `/${locale}/events/${eventId}/line?${new URLSearchParams([["busy", "1"], ...chosen.map((field) => [...field])])}`;
}

/** What `lib/catalogue/event-link.ts` reads beside the source, and is above this file. */
const OF_LINK = /^(?:qty\.\d+|date|date-group|code)$/;
