import { acceptedText, withPlainDigits } from "#lib/i18n/typed-text.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { Missing } from "#lib/ticketing/model/pricing.ts";
import type { SelectionLine, Source } from "#lib/ticketing/model/reservation.ts";
import { isClickId } from "#lib/ticketing/model/source-fields.ts";

/**
 * The parameters of a link to an Event: `?date=5&qty.12=2&code=SAVE10&ref=dj-kim&utm_source=poster`. Every writer and
 * reader of such links uses these functions. A link preselects; it never reserves. The language is in the path.
 */
export type EventLink = {
  readonly eventDateId?: number;
  /** Chooses the date of this Event Date Group, where it has only one. */
  readonly dateGroup?: string;
  readonly wanted: readonly SelectionLine[];
  /** As typed into the code field: several codes are separated by spaces. */
  readonly code?: string;
  readonly source?: Source;
};

const LINK_LINES_MAX = 50;
const LINK_QUANTITY_MAX = 999;
const LINK_TEXT_MAX = 200;

const UTM = /^utm_([a-z][a-z0-9_]{0,29})$/;
const UTM_MAX = 10;
/** A host's name, with a port that is not the usual one. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;
/** A site of the account and a path on it. `lib/orders/return-address.ts` says which paths are allowed. */
const RETURN = /^[1-9]\d{0,14}:\/\S*$/;

/** Returns the link of a query. Invalid parameters are ignored. */
export function parseEventLink(query: URLSearchParams): EventLink {
  const eventDateId = idOf(query.get("date"));
  const dateGroup = textOf(query.get("date-group"), LINK_TEXT_MAX);
  const code = textOf(query.get("code"), CODES_LENGTH_MAX);
  const source = parseSource(query);
  return {
    wanted: parseLines(query),
    ...(eventDateId !== undefined && { eventDateId }),
    ...(dateGroup !== undefined && { dateGroup }),
    ...(code !== undefined && { code }),
    ...(source !== undefined && { source }),
  };
}

/** Returns the query of a link, without its question mark and in a fixed order; empty when nothing is preselected. */
export function formatEventLink({ eventDateId, dateGroup, wanted, code, source }: EventLink): string {
  const query = new URLSearchParams();
  if (eventDateId !== undefined) query.set("date", String(eventDateId));
  if (dateGroup !== undefined) query.set("date-group", dateGroup);
  for (const { ticketTypeId, quantity } of wanted) query.set(`qty.${ticketTypeId}`, String(quantity));
  if (code !== undefined) query.set("code", code);
  for (const [name, value] of fieldsOfSource(source)) query.set(name, value);
  return query.toString();
}

/** Returns the query of a link that preselects the choice in these fields of a form or a query. */
export function choiceIn(fields: Iterable<readonly [string, unknown]>): string {
  const texts = [...fields].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return formatEventLink(parseEventLink(new URLSearchParams(texts)));
}

/**
 * Returns the path, without the language, of the page that says to a visitor that their browser refuses cookies, with their choice.
 * The page needs no script.
 */
export function cookiesRefusedAddress(eventId: number, fields: Iterable<readonly [string, unknown]>): string {
  const chosen = choiceIn(fields);
  return `/events/${eventId}/tickets?${chosen && `${chosen}&`}cookies=refused`;
}

/** Returns the fields of a source in a query and in a form. */
export function fieldsOfSource(source: Source | undefined): readonly (readonly [name: string, value: string])[] {
  const { ref, utm = {}, embed, clickIds = {}, returnTo } = source ?? {};
  return [
    ...(ref === undefined ? [] : [["ref", ref] as const]),
    ...Object.entries(utm).map(([name, value]) => [`utm_${name}`, value] as const),
    ...(embed === undefined ? [] : [["embed", embed] as const]),
    ...Object.entries(clickIds),
    ...(returnTo === undefined ? [] : [["return", returnTo] as const]),
  ];
}

/** Returns the source in the query of a link, or in a form that repeats its fields; `undefined` without one. */
export function parseSource(query: Iterable<readonly [string, unknown]>): Source | undefined {
  const utm: Record<string, string> = {};
  const clickIds: Record<string, string> = {};
  const found: { ref?: string; embed?: string; returnTo?: string } = {};
  let affiliate: string | undefined;
  for (const [name, value] of query) {
    const text = textOf(value, LINK_TEXT_MAX);
    if (text === undefined) continue;
    if (name === "ref") found.ref ??= text;
    // Promoters already have such links.
    if (name === "aff") affiliate ??= text;
    if (name === "embed" && HOST.test(text.toLowerCase())) found.embed ??= text.toLowerCase();
    // A path that was cut would be another page.
    if (name === "return" && text === value && RETURN.test(text)) found.returnTo ??= text;
    if (isClickId(name)) clickIds[name] ??= text;
    const [, campaign] = UTM.exec(name) ?? [];
    if (campaign !== undefined && Object.keys(utm).length < UTM_MAX) utm[campaign] ??= text;
  }
  if (affiliate !== undefined) found.ref ??= affiliate;
  const source = {
    ...found,
    ...(Object.keys(utm).length > 0 && { utm }),
    ...(Object.keys(clickIds).length > 0 && { clickIds }),
  };
  return Object.keys(source).length > 0 ? source : undefined;
}

/** Returns the lines of the fields `qty.{ticketTypeId}`. Of a repeated ticket type the first counts. */
export function parseLines(query: Iterable<readonly [string, unknown]>): readonly SelectionLine[] {
  const wanted = new Map<number, number>();
  for (const [name, value] of query) {
    const ticketTypeId = name.startsWith("qty.") ? idOf(name.slice(4)) : undefined;
    const quantity = idOf(value);
    if (ticketTypeId === undefined || quantity === undefined || wanted.has(ticketTypeId)) continue;
    if (wanted.size < LINK_LINES_MAX) wanted.set(ticketTypeId, Math.min(quantity, LINK_QUANTITY_MAX));
  }
  return [...wanted].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }));
}

/** Returns a positive whole number, also with spaces around it, or with the signs that end a sentence; `undefined` for any other text. */
export function idOf(value: unknown): number | undefined {
  const [, digits] =
    /^\s*([1-9]\d{0,14})[\s.,;:!?)\]>"'”’»…]*$/.exec(typeof value === "string" ? withPlainDigits(value) : "") ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the text on one line, of at most `most` characters that the service accepts; `undefined` when it is empty. */
export function textOf(value: unknown, most: number): string | undefined {
  if (typeof value !== "string") return undefined;
  return acceptedText(value.replace(/[\p{Cc}\s]+/gu, " "), most) || undefined;
}

/** The length read from the code field: several codes with spaces between them. */
export const CODES_LENGTH_MAX = 100;

/** Returns the number of typed codes. */
export function codeCount(codes = ""): number {
  return codes.split(/\s+/).filter(Boolean).length;
}

/**
 * Returns the query of an event page that preselects the missing tickets together with those already reserved for the
 * event, since the whole selection is reserved again there. Returns an empty query where the reserved tickets are for
 * another date: one page selects tickets of one date.
 */
export function linkToAdd(
  { sales }: Pick<Cart, "sales">,
  { eventId, eventDateId, ticketTypes, quantity }: Missing,
): string {
  const lines = sales.filter((sale) => sale.eventId === eventId).flatMap((sale) => sale.lines);
  const [added] = ticketTypes;
  const isElsewhere = lines.some((line) => eventDateId !== undefined && line.eventDateId !== eventDateId);
  if (added === undefined || isElsewhere) return "";
  const wanted = new Map<number, number>();
  for (const line of [...lines, { ticketTypeId: added.id, quantity }]) {
    wanted.set(line.ticketTypeId, (wanted.get(line.ticketTypeId) ?? 0) + line.quantity);
  }
  const link = formatEventLink({
    wanted: [...wanted].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
    ...(eventDateId !== undefined && { eventDateId }),
  });
  return `?${link}`;
}
