import type { FreePlaces } from "./validate.ts";

/** After places went to later entries this number of times, places are collected for an entry. */
const PASSED_OVER_MAX = 3;

/** A confirmed entry that has no offer yet. */
export type Party = {
  readonly entryId: number;
  /** Absent: any date of the event. */
  readonly eventDateId?: number;
  readonly quantity: number;
  readonly passedOver: number;
  /** The places that were collected for it. They count as taken in the stock. */
  readonly collected?: OfferPlaces;
};

export type PlannedOffer = {
  readonly party: Party;
  readonly section: WaitingListSection;
  readonly places: OfferPlaces;
};

type OfferPlan = {
  /** Parties that get all their places in one section. */
  readonly offers: readonly PlannedOffer[];
  /** Parties for which some places are kept until there are enough. */
  readonly collections: readonly PlannedOffer[];
  /** Entries that were overtaken: a later entry got places that they also wait for. */
  readonly passedOver: readonly number[];
  /** The places left for the public: none of the parties fits into them. */
  readonly free: FreePlaces;
};

/**
 * Plans who gets the free places. First fit in the order of the line: a party gets all its places in one section of one
 * date, or is passed over and keeps its place. A party that was passed over `PASSED_OVER_MAX` times collects places as
 * they come back, so that small parties cannot starve a large one.
 */
export function planOffers(
  parties: readonly Party[],
  sections: readonly WaitingListSection[],
  free: FreePlaces,
): OfferPlan {
  const offers: PlannedOffer[] = [];
  const passedOver = new Set<number>();
  let waiting = parties;
  let left = free;
  // Places that a collecting party no longer needs may fit an earlier one, so each pass with an offer is followed by another.
  for (;;) {
    const pass = offerOnce(waiting, sections, left);
    const collections: PlannedOffer[] = pass.collections;
    if (pass.offers.length === 0) return { offers, collections, passedOver: [...passedOver], free: pass.free };
    for (const offer of pass.offers) {
      for (const entryId of passedBy(waiting, offer)) passedOver.add(entryId);
    }
    offers.push(...pass.offers);
    const offered = new Set(offers.map(({ party }) => party.entryId));
    waiting = waiting.filter(({ entryId }) => !offered.has(entryId));
    left = pass.freeWithCollected;
  }
}

function offerOnce(parties: readonly Party[], sections: readonly WaitingListSection[], free: FreePlaces) {
  const offers: PlannedOffer[] = [];
  const collections: PlannedOffer[] = [];
  let left = free;
  // The free places without the collections of this pass: each party keeps what it had collected before.
  let freeWithCollected = free;
  for (const party of parties) {
    const own = party.collected ? addPlaces(left, party.collected, 1) : left;
    const wanted = sections.filter(({ eventDateId }) => (party.eventDateId ?? eventDateId) === eventDateId);
    const whole = firstOf(wanted, (section) => placesForParty(section, party.quantity, own));
    if (whole) {
      offers.push({ party, ...whole });
      left = addPlaces(own, whole.places, -1);
      if (party.collected) freeWithCollected = addPlaces(freeWithCollected, party.collected, 1);
      freeWithCollected = addPlaces(freeWithCollected, whole.places, -1);
    } else if (party.collected || party.passedOver >= PASSED_OVER_MAX) {
      const some = mostOf(wanted, party.quantity, own);
      if (some) collections.push({ party, ...some });
      left = some ? addPlaces(own, some.places, -1) : own;
    }
  }
  return { offers, collections, free: left, freeWithCollected };
}

function firstOf(
  sections: readonly WaitingListSection[],
  placesIn: (section: WaitingListSection) => OfferPlaces | undefined,
) {
  for (const section of sections) {
    const places = placesIn(section);
    if (places) return { section, places };
  }
  return undefined;
}

/** Returns the section with the most places for a party, of those that are large enough for all of it. */
function mostOf(sections: readonly WaitingListSection[], quantity: number, free: FreePlaces) {
  const [most] = sections
    .filter(({ capacity }) => capacity >= quantity)
    .flatMap((section) => {
      const places = placesForSome(section, quantity, free);
      return places ? [{ section, places, count: places.get(section.stockId) ?? 0 }] : [];
    })
    .toSorted((a, b) => b.count - a.count);
  return most && { section: most.section, places: most.places };
}

function passedBy(waiting: readonly Party[], { party, section }: PlannedOffer): readonly number[] {
  const at = waiting.indexOf(party);
  return waiting
    .slice(0, at)
    .filter(({ eventDateId }) => (eventDateId ?? section.eventDateId) === section.eventDateId)
    .map(({ entryId }) => entryId);
}

/** The places that an offer takes from each stock row, by its id. */
export type OfferPlaces = ReadonlyMap<number, number>;

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
  /** The stock row of the ticket type's own maximum, and that maximum. Absent: only the section limits it. */
  readonly stockId?: number;
  readonly capacity?: number;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
};

/**
 * Returns places for a whole party in one section, or `undefined` when they are not free. The places include those of ticket
 * types with their own maximum, so that the party can always reserve all its tickets. One ticket type is preferred to a mix.
 */
export function placesForParty(
  section: WaitingListSection,
  quantity: number,
  free: FreePlaces,
): OfferPlaces | undefined {
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
function placesForSome(section: WaitingListSection, quantity: number, free: FreePlaces): OfferPlaces | undefined {
  for (let some = quantity; some > 0; some -= 1) {
    const places = placesForParty(section, some, free);
    if (places) return places;
  }
  return undefined;
}

function placesOf(
  { stockId }: WaitingListSection,
  tickets: readonly { readonly type: WaitingListType; readonly quantity: number }[],
): OfferPlaces {
  const places = new Map([[stockId, tickets.reduce((sum, { quantity }) => sum + quantity, 0)]]);
  for (const { type, quantity } of tickets) {
    if (type.stockId !== undefined) places.set(type.stockId, (places.get(type.stockId) ?? 0) + quantity);
  }
  return places;
}

/** Returns the free places after these were taken, or given back with `sign` 1. */
export function addPlaces(free: FreePlaces, places: OfferPlaces, sign: 1 | -1): FreePlaces {
  const changed = new Map(free);
  for (const [stockId, quantity] of places) changed.set(stockId, (changed.get(stockId) ?? 0) + sign * quantity);
  return changed;
}

/** Returns the numbers of tickets that an offer could have while every place is free. Nobody gets an offer of any other. */
export function offerableQuantities(sections: readonly WaitingListSection[]): readonly number[] {
  const limits = sections.flatMap(({ types }) => types.map(({ maximumPerOrder }) => maximumPerOrder));
  const upToLimit = Array.from({ length: Math.max(0, ...limits) }, (_, at) => at + 1);
  const empty = sections.map((section) => ({ section, free: allPlaces(section) }));
  return upToLimit.filter((quantity) =>
    empty.some(({ section, free }) => placesForParty(section, quantity, free) !== undefined),
  );
}

function allPlaces({ stockId, capacity, types }: WaitingListSection): FreePlaces {
  const ofTypes = types.map((type): [number, number] => [type.stockId ?? stockId, type.capacity ?? capacity]);
  return new Map([...ofTypes, [stockId, capacity]]);
}
