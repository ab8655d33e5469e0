/** The free places of each stock row, by its id. A missing row has none. */
export type Free = ReadonlyMap<number, number>;

/** The places that an offer takes from each stock row, by its id. */
export type Places = ReadonlyMap<number, number>;

/** A section on a date, with its ticket types that the public can buy now without a code. */
export type WaitingListSection = {
  readonly eventDateId: number;
  readonly venueSectionId: number;
  /** The stock row of the section's capacity. */
  readonly stockId: number;
  readonly capacity: number;
  readonly types: readonly WaitingListType[];
};

export type WaitingListType = {
  /** The stock row of the ticket type's own maximum. Absent: only the section limits it. */
  readonly stockId?: number;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
};

/**
 * Returns places for a whole party in one section, or `undefined` when they are not free. The places include those of ticket
 * types with their own maximum, so that the party can always reserve all its tickets. One ticket type is preferred to a mix.
 */
export function placesForParty(section: WaitingListSection, quantity: number, free: Free): Places | undefined {
  const inSection = free.get(section.stockId) ?? 0;
  if (inSection < quantity) return undefined;
  const rooms = section.types.map((type) => ({
    type,
    room: Math.min(type.maximumPerOrder, type.stockId === undefined ? inSection : (free.get(type.stockId) ?? 0)),
  }));
  const single = rooms.find(({ type, room }) => type.minimumPerOrder <= quantity && quantity <= room);
  if (single) return placesOf(section, [{ type: single.type, quantity }]);

  const mixed: { type: WaitingListType; quantity: number }[] = [];
  let missing = quantity;
  const byRoom = rooms.filter(({ type }) => type.minimumPerOrder <= 1).toSorted((a, b) => b.room - a.room);
  for (const { type, room } of byRoom) {
    const some = Math.min(room, missing);
    if (some > 0) mixed.push({ type, quantity: some });
    missing -= Math.max(0, some);
  }
  return missing === 0 ? placesOf(section, mixed) : undefined;
}

/** Returns places for as many of a party as fit into one section, or `undefined` when not one is free. */
export function placesForSome(section: WaitingListSection, quantity: number, free: Free): Places | undefined {
  for (let some = quantity; some > 0; some -= 1) {
    const places = placesForParty(section, some, free);
    if (places) return places;
  }
  return undefined;
}

function placesOf(
  { stockId }: WaitingListSection,
  tickets: readonly { readonly type: WaitingListType; readonly quantity: number }[],
): Places {
  const places = new Map([[stockId, tickets.reduce((sum, { quantity }) => sum + quantity, 0)]]);
  for (const { type, quantity } of tickets) {
    if (type.stockId !== undefined) places.set(type.stockId, (places.get(type.stockId) ?? 0) + quantity);
  }
  return places;
}

/** Returns the free places after these were taken, or given back with `sign` 1. */
export function addPlaces(free: Free, places: Places, sign: 1 | -1): Free {
  const changed = new Map(free);
  for (const [stockId, quantity] of places) changed.set(stockId, (changed.get(stockId) ?? 0) + sign * quantity);
  return changed;
}
