import { type Offering, ticketTypesOf } from "#lib/ticketing/model/offering.ts";

/** The limit of live unpaid places of one event: reserved, and neither paid, released nor expired. */
export const VISITOR_PLACES_MAX = 50;
/** For one network (/24 or /64), over all its visitors. */
const NETWORK_PLACES_MAX = 60;
/**
 * As a share of the places on sale, where that is more: when a large hall goes on sale, customers of one carrier share
 * a network.
 */
const NETWORK_SHARE_MAX = 0.05;

/** How long the places of a free order still count, since no payment limits such orders. */
export const FREE_ORDER_COUNTED_HOURS = 3;

/** Above this many live places of one network a reservation needs a proof of work. */
const PLACES_WITHOUT_PROOF = 20;
/**
 * A browser without script cannot prove work: small orders pass without a proof up to this many places of the network.
 */
const PLACES_WITH_SMALL_ORDERS = 40;
export const SMALL_ORDER_PLACES = 4;

/** Why an order may not be reserved. `proof_required`: a proof of work or a smaller order is accepted. */
export type PlaceLimit = "visitor_limit" | "network_limit" | "proof_required";

type PlaceCount = {
  /** Places of this order. */
  readonly wanted: number;
  /** Live unpaid places of the same event, without those that the order replaces. */
  readonly ofVisitor: number;
  readonly ofNetwork: number;
  /** How many times the limits of a /24 or a /64 the network has. */
  readonly times?: number;
  /** Places of the event that are on sale now, where that is known. */
  readonly onSale?: number;
  readonly isProven: boolean;
};

/** Returns the limit that an order exceeds, or `undefined` when it may be reserved. */
export function placeLimit({
  wanted,
  ofVisitor,
  ofNetwork,
  times = 1,
  onSale = 0,
  isProven,
}: PlaceCount): PlaceLimit | undefined {
  if (ofVisitor + wanted > VISITOR_PLACES_MAX) return "visitor_limit";
  const after = ofNetwork + wanted;
  if (after > times * Math.max(NETWORK_PLACES_MAX, Math.floor(onSale * NETWORK_SHARE_MAX))) return "network_limit";
  if (after <= times * PLACES_WITHOUT_PROOF || isProven) return undefined;
  const isSmall = wanted <= SMALL_ORDER_PLACES && after <= times * PLACES_WITH_SMALL_ORDERS;
  return isSmall ? undefined : "proof_required";
}

/**
 * Returns the number of places on sale. Ticket types of one date may share a section, so only the largest number of
 * each date counts.
 */
export function placesOnSale(offering: Offering | undefined): number {
  const ofDates = (offering?.groups ?? []).map((group) =>
    Math.max(0, ...ticketTypesOf(group).map(({ available = 0 }) => available)),
  );
  return ofDates.reduce((sum, places) => sum + places, 0);
}
