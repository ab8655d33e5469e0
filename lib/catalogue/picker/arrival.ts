import { type EventLink, parseEventLink } from "#lib/catalogue/event-link.ts";
import { fill } from "#lib/i18n/words.ts";
import type { SelectionLine, Source } from "#lib/ticketing/model/reservation.ts";
import {
  type Choice,
  canBeChosen,
  isForAll,
  type PickerData,
  type PickerDate,
  type PickerTicket,
  selectableMaximum,
  soleDate,
  ticketsOf,
} from "./picker-data.ts";
import { type PickerWords, STATUS_WORDS } from "./picker-words.ts";

export type ArrivalWords = Pick<
  PickerWords,
  | Exclude<Extract<keyof PickerWords, `link${string}`>, "linkChanged">
  | (typeof STATUS_WORDS)[keyof typeof STATUS_WORDS]
  | "withCode"
>;

/** What differs from the link, as a sentence. What is `not_offered` is not named by it: the sentence speaks of the link. */
export type ArrivalChange = { readonly reason: "not_offered" | "not_available"; readonly text: string };

type Arrival = {
  readonly choice: Choice;
  readonly changes: readonly ArrivalChange[];
};

/** What is on sale, and whether the code of the link opens no tickets that need one, by the service's answer. */
type OfferedNow = PickerData & { readonly opensNone?: boolean };

/**
 * Returns the choice that a link preselects, and sentences about what is not available. It never reserves. Of several dates it chooses
 * the one that it names: by itself, by its tickets, or as the only one of its group.
 */
export function arrive(
  link: EventLink,
  { dates, opensNone = false }: Pick<OfferedNow, "dates" | "opensNone">,
  words: ArrivalWords,
): Arrival {
  const code = link.code ?? "";
  const wantedIds = new Set(link.wanted.map(({ ticketTypeId }) => ticketTypeId));
  const linked =
    link.eventDateId === undefined
      ? dates.find((date) => ticketsOf(date).some(({ id }) => wantedIds.has(id)))
      : dates.find(({ id }) => id === link.eventDateId);
  const isMissing = link.eventDateId !== undefined && linked === undefined;
  const inGroup = dates.filter(({ dateGroup }) => dateGroup !== undefined && dateGroup === link.dateGroup);
  const [first = dates[0], ...others] = inGroup.length > 0 ? inGroup : dates;
  // Who has no code is led from what only a code opens.
  const isOpen = linked !== undefined && (code === "" ? isForAll(linked) : canBeChosen(linked));
  const date = isOpen ? linked : soleDate([first, ...others]);
  if (isMissing || (linked !== undefined && !isOpen)) {
    const change: ArrivalChange =
      linked === undefined ? { reason: "not_offered", text: words.linkDateGone } : dateChange(linked, words);
    return { choice: { dateId: date?.id, quantities: {}, code }, changes: [change] };
  }

  const tickets = new Map((date ? ticketsOf(date) : []).map((ticket) => [ticket.id, ticket]));
  const lines = link.wanted.map((wanted) =>
    lineOf(wanted, tickets.get(wanted.ticketTypeId), code !== "" && !opensNone, words),
  );
  return {
    choice: {
      dateId: date?.id,
      quantities: Object.fromEntries(lines.flatMap(({ id, quantity }) => (quantity > 0 ? [[id, quantity]] : []))),
      code,
    },
    changes: [...new Map(lines.flatMap(({ change }) => (change ? [[change.text, change]] : []))).values()],
  };
}

function dateChange({ day, time, status }: PickerDate, words: ArrivalWords): ArrivalChange {
  const state = status === "ON_SALE" ? words.soldOut : words[STATUS_WORDS[status]];
  return notAvailable(fill(words.linkDate, { day, time, state }));
}

type Line = { readonly id: number; readonly quantity: number; readonly change?: ArrivalChange };

function lineOf(
  { ticketTypeId: id, quantity }: SelectionLine,
  ticket: PickerTicket | undefined,
  hasCode: boolean,
  words: ArrivalWords,
): Line {
  if (ticket === undefined) return { id, quantity: 0, change: { reason: "not_offered", text: words.linkUnknown } };
  const { name, status, left, minimum, maximum, codeRequired } = ticket;
  const most = selectableMaximum(ticket, hasCode);
  const inState = (state: string): Line => ({
    id,
    quantity: 0,
    change: notAvailable(fill(words.linkState, { name, state })),
  });
  if (status === "NOT_ON_SALE" && ticket.onSaleFrom !== undefined) return inState(ticket.onSaleFrom);
  if (status !== "ON_SALE") return inState(words[STATUS_WORDS[status]]);
  if (codeRequired && !hasCode) return inState(words.withCode);
  if (left === 0) return inState(words.soldOut);
  if (quantity > most) {
    const text = most === maximum ? words.linkLimit : words.linkFewer;
    return { id, quantity: most, change: notAvailable(fill(text, { name, count: most === 0 ? (left ?? 0) : most })) };
  }
  if (quantity < minimum)
    return { id, quantity: minimum, change: notAvailable(fill(words.linkMinimum, { name, count: minimum })) };
  return { id, quantity };
}

function notAvailable(text: string): ArrivalChange {
  return { reason: "not_available", text };
}

type LinkArrival = {
  readonly source: Source | undefined;
  readonly code: string;
  /** Whether the link preselects something, and does not only name its source. */
  readonly preselects: boolean;
  readonly arrive: (data: OfferedNow) => Arrival;
};

/** Returns the arrival of a page with a query. Loaded only for pages with a query, which most visits do not have. */
export function arrivalOf(search: string, words: PickerWords): LinkArrival {
  const link = parseEventLink(new URLSearchParams(search));
  const { eventDateId, dateGroup, wanted, code = "", source } = link;
  return {
    source,
    code,
    preselects: eventDateId !== undefined || dateGroup !== undefined || wanted.length > 0 || code !== "",
    arrive: (data) => arrive(link, data, words),
  };
}
