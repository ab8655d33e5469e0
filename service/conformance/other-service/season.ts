/** A question to the buyer. `required` is written as metadata, as the reference service does. */
export type Question = {
  readonly name: string;
  readonly label: string;
  readonly inputType: "TEXT" | "SELECT";
  readonly values?: readonly string[];
  readonly required: boolean;
};

export type Venue = { readonly id: number; readonly name: string; readonly address: string };

export type TicketType = {
  readonly id: number;
  readonly name: string;
  readonly date: EventDate;
  /** Price and fee of one ticket, in cents. */
  price: number;
  readonly fee: number;
  readonly places: number;
  /** Places that are reserved or sold. */
  taken: number;
};

export type EventDate = {
  readonly id: number;
  readonly event: Event;
  readonly startsAt: Date;
  readonly ticketTypes: TicketType[];
};

export type Event = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly venue: Venue;
  readonly questions: readonly Question[];
  /** The service writes this event's amounts as `{ currency, amount }`, and all others as bare numbers or text. */
  readonly namesCurrency: boolean;
  /** In plain mode: `GET /offering/{id}/PUBLIC` answers for this event, by names of the service's own. For all others it is 404. */
  readonly hasOffering: boolean;
  readonly dates: EventDate[];
};

/** An event to put on sale. Prices are texts such as "18.50"; starts are instants. */
export type NewEvent = {
  readonly name: string;
  readonly description?: string;
  readonly venue?: Venue;
  readonly starts?: readonly Date[];
  readonly ticketTypes: readonly {
    readonly name: string;
    readonly price: string;
    readonly fee?: string;
    readonly places?: number;
  }[];
  readonly questions?: readonly Question[];
  readonly namesCurrency?: boolean;
  readonly hasOffering?: boolean;
};

export type Catalogue = ReturnType<typeof openCatalogue>;

const DAY_MS = 24 * 60 * 60 * 1000;
const PLACES = 400;

const ROOMS: Venue = { id: 71, name: "Harbour Rooms", address: "12 Wharf Lane, Napier" };
const BARN: Venue = { id: 72, name: "The Long Barn", address: "3 Orchard Road, Hastings" };

/** Opens the catalogue of the service with a small season, which starts in the days after `now`. */
export function openCatalogue(now: Date) {
  const events = new Map<number, Event>();
  const ticketTypes = new Map<number, TicketType>();
  const dates = new Map<number, EventDate>();
  let lastId = 500;

  function putOnSale(wanted: NewEvent): Event {
    const event: Event = {
      id: ++lastId,
      name: wanted.name,
      description: wanted.description ?? "An evening at the harbour.",
      venue: wanted.venue ?? ROOMS,
      questions: wanted.questions ?? [],
      namesCurrency: wanted.namesCurrency ?? false,
      hasOffering: wanted.hasOffering ?? false,
      dates: [],
    };
    for (const startsAt of wanted.starts ?? [evening(now, 30)]) {
      const date: EventDate = { id: ++lastId, event, startsAt, ticketTypes: [] };
      for (const { name, price, fee = "0.00", places = PLACES } of wanted.ticketTypes) {
        const type = { id: ++lastId, name, date, price: cents(price), fee: cents(fee), places, taken: 0 };
        date.ticketTypes.push(type);
        ticketTypes.set(type.id, type);
      }
      event.dates.push(date);
      dates.set(date.id, date);
    }
    events.set(event.id, event);
    return event;
  }

  /** Changes the price of tickets that are reserved from now on, such as "18.50". */
  function changePrice(type: TicketType, price: string): void {
    type.price = cents(price);
  }

  /** Ends the sale of a ticket type: nothing lists it any more. */
  function endSale({ id, date }: TicketType): void {
    ticketTypes.delete(id);
    date.ticketTypes.splice(0, date.ticketTypes.length, ...date.ticketTypes.filter((type) => type.id !== id));
  }

  for (const event of seasonOf(now)) putOnSale(event);
  const soldOut = [...events.values()].find(({ name }) => name === "Night Ferry");
  for (const type of soldOut?.dates.flatMap((date) => date.ticketTypes) ?? []) type.taken = type.places;
  return { events, dates, ticketTypes, venues: [ROOMS, BARN], putOnSale, changePrice, endSale };
}

/** Returns the free places of a ticket type. */
export function placesLeft({ places, taken }: TicketType): number {
  return places - taken;
}

function seasonOf(now: Date): readonly NewEvent[] {
  const on = (...days: readonly number[]) => days.map((day) => evening(now, day));
  return [
    {
      name: "The Tide Organ",
      description: "An organ that the sea plays, with a choir beside it.",
      starts: on(9, 10, 16, 17, 44),
      ticketTypes: [
        { name: "Adult", price: "38.50", fee: "1.50" },
        { name: "Child", price: "19.25", fee: "0.75" },
      ],
    },
    { name: "Open Rehearsal", venue: BARN, starts: on(14), ticketTypes: [{ name: "Seat", price: "0.00" }] },
    {
      name: "Glass Harbour",
      starts: on(23),
      ticketTypes: [{ name: "Stalls", price: "27.10" }],
      namesCurrency: true,
      hasOffering: true,
    },
    {
      name: "The Long Table",
      description: "Supper and stories at one table.",
      venue: BARN,
      starts: on(28),
      ticketTypes: [{ name: "Place at the table", price: "64.00", fee: "2.00" }],
      questions: [
        { name: "MEAL", label: "Which meal?", inputType: "SELECT", values: ["Fish", "Beans"], required: true },
        { name: "ALLERGIES", label: "Allergies", inputType: "TEXT", required: false },
      ],
    },
    { name: "Small Hours", starts: on(35, 70), ticketTypes: [{ name: "Floor", price: "15.00" }] },
    // Sold out, and last: in plain mode only a reservation tells, and tests of any event take the first ones.
    { name: "Night Ferry", starts: on(12), ticketTypes: [{ name: "Deck", price: "22.00", places: 60 }] },
  ];
}

/** Returns 19:30 in New Zealand's winter time, `days` after now. */
function evening(now: Date, days: number): Date {
  const day = new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return new Date(`${day}T19:30:00+12:00`);
}

function cents(decimal: string): number {
  return Math.round(Number(decimal) * 100);
}
