/** The tags in the order of the document. A call has the first tag whose pattern matches its path. */
const TAGS: readonly { readonly name: string; readonly description: string; readonly path: RegExp }[] = [
  {
    name: "Search",
    description: "Published events and dates: lists, filters, calendar",
    path: /^\/account\/\{id\}\/(events|eventSummaries|eventDates|eventIndex|facets)$/,
  },
  { name: "Offerings", description: "What is on sale now, and prices before reserving", path: /^\/(offering|quote)\b/ },
  {
    name: "Reservations",
    description: "Tickets that are reserved for one buyer until they are paid for or the reservation expires",
    path: /^\/reservation\b/,
  },
  {
    name: "Waiting list",
    description: "Places in line for tickets that come back, and their offers",
    path: /^\/(waitingList\b|(event|eventDate)\/\{id\}\/waitingList$)/,
  },
  { name: "Carts", description: "Reservations that are paid together", path: /^\/cart\b/ },
  {
    name: "Orders",
    description: "Paid sales and receipts",
    path: /^\/(order|payment|refundJob|refundRequest|account\/\{id\}\/refundRequests)\b/,
  },
  { name: "Admissions", description: "Tickets, their guests, and the door", path: /^\/admission\b/ },
  {
    name: "Events",
    description: "Events, their dates and their groups",
    path: /^\/(event|eventDate|eventGroup|account\/\{id\}\/(allevents|eventgroups))\b(?!.*\/(additionalFields|masterTickets|offeringCopies)$)/,
  },
  {
    name: "Ticket types",
    description: "Ticket types, and the master tickets that several of them follow",
    path: /^\/(ticketType|masterTicket|event\/\{id\}\/masterTickets)\b/,
  },
  {
    name: "Questions and texts",
    description: "Questions to buyers and guests, and texts between the ticket types of an offering",
    path: /^\/(additionalField|offeringCopy|event\/\{id\}\/(additionalFields|offeringCopies))\b/,
  },
  {
    name: "Discounts",
    description: "Discounts, multipacks and codes",
    path: /^\/(account\/\{id\}\/)?(discount|festivalDiscount|multipack|code)s?\b/,
  },
  {
    name: "Vouchers",
    description: "Amounts paid in advance that pay a part of a cart, or all of it",
    path: /^\/(account\/\{id\}\/)?vouchers?\b/,
  },
  {
    name: "Venues",
    description: "Venues, their sections, and the configurations that are sold",
    path: /^\/(venue|venueSection|venueConfiguration|account\/\{id\}\/venues)\b/,
  },
  {
    name: "Users",
    description: "Users, their capabilities and their access tokens",
    path: /^\/(user|account\/\{id\}\/users)\b/,
  },
  {
    name: "Messages",
    description: "Messages to buyers that were sent, wait or were given up",
    path: /^\/(account\/\{id\}\/(messages|deadMessages)|message)\b/,
  },
  { name: "Account", description: "The organisation that owns the events", path: /^\/account\/\{id\}/ },
  { name: "Interface", description: "This description", path: /^\/openapi$/ },
];

/** Returns the tag of the call with this path, or `undefined` when none matches. */
export function tagOf(path: string): string | undefined {
  return TAGS.find((tag) => tag.path.test(path))?.name;
}

export const DOCUMENT_TAGS = TAGS.map(({ name, description }) => ({ name, description }));
