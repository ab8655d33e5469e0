import "server-only";

import { randomUUID } from "node:crypto";
import { processWide } from "#lib/runtime/process-wide.ts";
import { countedNetworks } from "#lib/security/network.ts";
import { FREE_ORDER_COUNTED_HOURS, type PlaceLimit, placeLimit } from "#lib/security/reservation-limits.ts";

/** Used where a service returns no end of a reservation: our own service's limit. */
const RESERVATION_MS = 15 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** How long an expired entry is kept, uncounted: a service may still extend it or take a late order. */
const EXPIRED_KEPT_MS = HOUR_MS;

/** The visitor who reserves. A network that is not known is not counted. */
export type Claimant = {
  readonly network: string | undefined;
  /** The id of the visitor's Cart, or of the last one that they ordered, if there is one. */
  readonly visitor?: string;
  /** Keys of reservations that are released once this order is reserved. */
  readonly instead?: readonly string[];
  /** Places of the event that are on sale now. */
  readonly onSale?: number;
  readonly isProven: boolean;
};

type Entry = {
  readonly eventId: number;
  /** The names of those that it counts in. */
  readonly networks: readonly string[];
  readonly visitor: string | undefined;
  readonly places: number;
  readonly endsAt: number;
  /** The order is complete and was free. */
  readonly isOrdered?: true;
};

type Reserved = { readonly key: string; readonly cartId: string; readonly expiresAt?: string };

type Claim = {
  /** Call when the service has reserved: the places count until they are paid, released or expired. */
  readonly keep: (reserved: Reserved) => void;
  /** Call when the service has refused: the places no longer count. */
  readonly drop: () => void;
};

/** `reserved`: the visitor's own live places of the event, without those that the order replaces. */
export type Limited = { readonly ok: false; readonly limit: PlaceLimit; readonly reserved: number };

/**
 * Live unpaid places, and those of free orders, by the key of their reservation, or by the id of a claim that is not
 * answered yet.
 */
const live = processWide("live places", () => new Map<string, Entry>());

/**
 * Counts the order before the request is sent, so that concurrent orders count each other. An order without an answer counts as
 * reserved, since it may be. Returns the limit that the order would exceed, if there is one.
 */
export function claimPlaces(
  eventId: number,
  wanted: number,
  claimant: Claimant,
  now = Date.now(),
): Limited | ({ readonly ok: true } & Claim) {
  const { network, visitor, instead = [], onSale, isProven } = claimant;
  const others = liveOf(eventId, now).filter(({ key }) => !instead.includes(key));
  const mine = visitor === undefined ? [] : others.filter((entry) => entry.visitor === visitor);
  const asked = { wanted, ofVisitor: sumOf(mine), ...(onSale !== undefined && { onSale }) };
  const counted = network === undefined ? [] : countedNetworks(network);
  const limits = [
    placeLimit({ ...asked, ofNetwork: 0, isProven: true }),
    ...counted.map(({ name, times }) =>
      placeLimit({
        ...asked,
        ofNetwork: sumOf(others.filter(({ networks }) => networks.includes(name))),
        times,
        isProven,
      }),
    ),
  ].filter((one) => one !== undefined);
  // A proof that is not enough must not be asked for.
  const limit = limits.find((one) => one !== "proof_required") ?? limits[0];
  if (limit !== undefined) return { ok: false, limit, reserved: sumOf(mine.filter(({ isOrdered }) => !isOrdered)) };

  const id = randomUUID();
  const networks = counted.map(({ name }) => name);
  const entry: Entry = { eventId, networks, visitor, places: wanted, endsAt: now + RESERVATION_MS };
  live.set(id, entry);
  const keep = ({ key, cartId, expiresAt }: Reserved) => {
    live.delete(id);
    // Places of a visitor's last Cart count for their next Cart.
    if (visitor !== undefined)
      for (const [one, other] of live) if (other.visitor === visitor) live.set(one, { ...other, visitor: cartId });
    live.set(key, {
      ...entry,
      visitor: cartId,
      endsAt: expiresAt === undefined ? entry.endsAt : Date.parse(expiresAt),
    });
  };
  return { ok: true, keep, drop: () => live.delete(id) };
}

/** Counts these reservations of a free order for `FREE_ORDER_COUNTED_HOURS` more. */
export function keepFreePlaces(keys: readonly string[]): void {
  const endsAt = Date.now() + FREE_ORDER_COUNTED_HOURS * HOUR_MS;
  for (const key of keys) {
    const entry = live.get(key);
    if (entry !== undefined) live.set(key, { ...entry, endsAt, isOrdered: true });
  }
}

/** Stops counting these reservations: they are paid or released. */
export function forgetPlaces(keys: readonly string[]): void {
  for (const key of keys) live.delete(key);
}

/** Counts so many places of a reservation, of which others were given back. */
export function keepPlaces(key: string, places: number): void {
  const entry = live.get(key);
  if (entry !== undefined) live.set(key, { ...entry, places });
}

type Extended = { readonly key: string; readonly eventId: number; readonly places: number; readonly endsAt: number };

/**
 * Counts each reservation of an extended Cart until its own new end, and never shorter than before. A reservation that
 * was not counted, as after a restart, counts from now on.
 */
export function extendPlaces(cartId: string, network: string | undefined, extended: readonly Extended[]): void {
  const networks = network === undefined ? [] : countedNetworks(network).map(({ name }) => name);
  for (const { key, eventId, places, endsAt } of extended) {
    const entry = live.get(key) ?? { eventId, networks, visitor: cartId, places, endsAt };
    live.set(key, { ...entry, endsAt: Math.max(entry.endsAt, endsAt) });
  }
}

function liveOf(eventId: number, now: number): readonly (Entry & { readonly key: string })[] {
  const found: (Entry & { readonly key: string })[] = [];
  for (const [key, entry] of live) {
    if (entry.endsAt + EXPIRED_KEPT_MS <= now) live.delete(key);
    else if (entry.endsAt > now && entry.eventId === eventId) found.push({ ...entry, key });
  }
  return found;
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { places }) => sum + places, 0);
}
