import "server-only";

import { randomUUID } from "node:crypto";
import { FREE_ORDER_COUNTED_HOURS, type PlaceLimit, placeLimit } from "#lib/domain/reservation/place-limits.ts";
import { processWide } from "#lib/process-wide.ts";

/** Where a service names no end of a reservation: as long as ours keeps one. */
const HOLD_MS = 15 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** How long an expired place is kept, uncounted: a service may still let a late Buyer order or extend it. */
const KNOWN_MS = HOUR_MS;

/** Whoever asks for places. A network that is not known cannot be counted. */
export type Claimant = {
  readonly network: string | undefined;
  /** The id of the visitor's Cart, or of the last one that they ordered, if there is one yet. */
  readonly visitor?: string;
  /** Keys of reservations that are released once this order is reserved. */
  readonly instead?: readonly string[];
  /** Places of the event that are on sale now. */
  readonly onSale?: number;
  readonly isProven: boolean;
};

type Entry = {
  readonly eventId: number;
  readonly network: string | undefined;
  readonly visitor: string | undefined;
  readonly places: number;
  readonly endsAt: number;
  /** Its order is complete, and cost nothing. */
  readonly isOrdered?: true;
};

type Reserved = { readonly key: string; readonly cartId: string; readonly expiresAt?: string };

export type Claim = {
  /** The order is reserved: it counts until it is paid, released or expired. */
  readonly keep: (reserved: Reserved) => void;
  /** The order was refused: it counts no longer. */
  readonly drop: () => void;
};

/** `reserved`: the visitor's own live places of the event, without those that the order replaces. */
export type Limited = { readonly ok: false; readonly limit: PlaceLimit; readonly reserved: number };

/** Live unpaid places, and those of free orders, by the key of their reservation, or by the id of a claim that has no answer yet. */
const live = processWide("live places", () => new Map<string, Entry>());

/**
 * Counts the order before the service is asked, so that orders side by side count each other. An order without an
 * answer counts as reserved: its places may well be out of others' reach.
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
  const limit = placeLimit({
    wanted,
    ofVisitor: sumOf(mine),
    ofNetwork: network === undefined ? 0 : sumOf(others.filter((entry) => entry.network === network)),
    ...(onSale !== undefined && { onSale }),
    isProven: isProven || network === undefined,
  });
  if (limit !== undefined) return { ok: false, limit, reserved: sumOf(mine.filter(({ isOrdered }) => !isOrdered)) };

  const id = randomUUID();
  const entry: Entry = { eventId, network, visitor, places: wanted, endsAt: now + HOLD_MS };
  live.set(id, entry);
  const keep = ({ key, cartId, expiresAt }: Reserved) => {
    live.delete(id);
    // The next Cart of a visitor takes over what their last one counts.
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

/** Ordered with nothing to pay: these reservations go on counting for a named time. */
export function keepFreePlaces(keys: readonly string[]): void {
  const endsAt = Date.now() + FREE_ORDER_COUNTED_HOURS * HOUR_MS;
  for (const key of keys) {
    const entry = live.get(key);
    if (entry !== undefined) live.set(key, { ...entry, endsAt, isOrdered: true });
  }
}

/** Paid or released: these reservations count no longer. */
export function forgetPlaces(keys: readonly string[]): void {
  for (const key of keys) live.delete(key);
}

type Extended = { readonly key: string; readonly eventId: number; readonly places: number; readonly endsAt: number };

/**
 * The Cart was extended: each of its reservations counts until its own new end, and never shorter than before. One that
 * was not counted, as after a restart, counts from now on.
 */
export function prolongPlaces(cartId: string, network: string | undefined, extended: readonly Extended[]): void {
  for (const { key, eventId, places, endsAt } of extended) {
    const entry = live.get(key) ?? { eventId, network, visitor: cartId, places, endsAt };
    live.set(key, { ...entry, endsAt: Math.max(entry.endsAt, endsAt) });
  }
}

function liveOf(eventId: number, now: number): readonly (Entry & { readonly key: string })[] {
  const found: (Entry & { readonly key: string })[] = [];
  for (const [key, entry] of live) {
    if (entry.endsAt + KNOWN_MS <= now) live.delete(key);
    else if (entry.endsAt > now && entry.eventId === eventId) found.push({ ...entry, key });
  }
  return found;
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { places }) => sum + places, 0);
}
