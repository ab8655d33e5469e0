import type { EventDateFacts, EventFacts, TicketTypeFacts } from "./event.ts";

/** Why an event has nothing to sell. */
export type Lack =
  | "cancelled"
  | "no_date"
  | "no_date_ahead"
  | "no_ticket_type"
  | "section_outside_configuration"
  | "no_sale_ahead"
  | "no_places";

/** What an event may be published without, although buyers would miss it. */
export type Advice = "no_picture" | "no_doors" | "no_refund_policy" | "date_without_ticket_types" | "only_with_codes";

export type Publishable = {
  /** Empty: the event can be published. */
  readonly lacks: readonly { readonly lack: Lack; readonly ticketTypeId?: number }[];
  readonly advice: readonly Advice[];
};

/** Where a ticket type is sold. */
export type TypePlace = {
  /** The places in both its section and its own maximum, taken ones included. */
  readonly capacity: number;
  /** Whether its section is in the configuration of its date. */
  readonly isInConfiguration: boolean;
};

/**
 * Returns what an event lacks to be published at `now`. A sold-out event lacks nothing: places may return to it. The box office could
 * sell without a sale window, but an event is published for everybody.
 */
export function publishableAt(event: EventFacts, places: ReadonlyMap<number, TypePlace>, now: Date): Publishable {
  const ahead = event.dates.filter(({ cancelled, endsAt }) => !cancelled && endsAt > now);
  return { lacks: lacksOf(event, ahead, places, now), advice: adviceOn(event, ahead) };
}

function lacksOf(
  event: EventFacts,
  ahead: readonly EventDateFacts[],
  places: ReadonlyMap<number, TypePlace>,
  now: Date,
): Publishable["lacks"] {
  if (event.cancelled) return [{ lack: "cancelled" }];
  if (event.dates.length === 0) return [{ lack: "no_date" }, { lack: "no_ticket_type" }];
  if (ahead.length === 0) return [{ lack: "no_date_ahead" }];
  const types = ahead.flatMap((date) => date.ticketTypes.map((type) => ({ date, type })));
  if (types.length === 0) return [{ lack: "no_ticket_type" }];

  const outside = types.filter(({ type }) => places.get(type.id)?.isInConfiguration === false);
  const sold = types.filter(({ date, type }) => isSoldAfter(now, date, type));
  const isEnough = ({ type }: (typeof sold)[number]) => (places.get(type.id)?.capacity ?? 0) >= type.minimumPerOrder;
  return [
    ...outside.map(({ type }) => ({ lack: "section_outside_configuration", ticketTypeId: type.id }) as const),
    ...(sold.length === 0 ? [{ lack: "no_sale_ahead" } as const] : []),
    ...(sold.length > 0 && !sold.some(isEnough) ? [{ lack: "no_places" } as const] : []),
  ];
}

/** Returns whether the sale is open now or opens later, before the date ends. */
function isSoldAfter(
  now: Date,
  { endsAt }: EventDateFacts,
  { closed, onSaleFrom, onSaleTo }: TicketTypeFacts,
): boolean {
  const opens = onSaleFrom !== undefined && onSaleFrom > now ? onSaleFrom : now;
  const ends = onSaleTo !== undefined && onSaleTo < endsAt ? onSaleTo : endsAt;
  return !closed && opens < ends;
}

function adviceOn(event: EventFacts, ahead: readonly EventDateFacts[]): readonly Advice[] {
  const types = ahead.flatMap(({ ticketTypes }) => ticketTypes);
  const applies: Readonly<Record<Advice, boolean>> = {
    no_picture: event.heroImageUrl === undefined,
    no_doors: ahead.some(({ doorsAt }) => doorsAt === undefined),
    no_refund_policy: event.refundPolicy === undefined,
    date_without_ticket_types: types.length > 0 && ahead.some(({ ticketTypes }) => ticketTypes.length === 0),
    only_with_codes: types.length > 0 && types.every(({ hidden, codeRequired }) => hidden || codeRequired),
  };
  return (Object.keys(applies) as Advice[]).filter((one) => applies[one]);
}
