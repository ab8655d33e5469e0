import "server-only";

import { drawnOrder } from "./draw.ts";

/** From when a visitor is told that it is their turn: long enough to choose, and to find out with whom. */
export const PASS_MS = 10 * 60_000;
/** Whoever is next or inside and whose page no longer asks stops nobody after this time, and keeps their turn and their pass. */
export const CALL_MS = 2 * 60_000;
/** The places of the largest arena. More would cost every storefront process more memory than it is worth. */
const PLACES_MAX = 100_000;
/** A twentieth of them: one network alone fills no line. */
export const NETWORK_PLACES_MAX = PLACES_MAX / 20;
/**
 * What happens in a line. Ids are random; who knows one but lacks the sealed cookie can do nothing with it. A number of a network
 * stands for it in this line alone.
 */
export type LineRecord =
  /** Written first. Of two, here and below, the first one counts. */
  | readonly ["seed", seed: string]
  | readonly ["joined", id: string, ...network: readonly [] | readonly [number: string]]
  /** Places are drawn among all who have joined. Later visitors come after them in the order of their arrival. */
  | readonly ["drawn"]
  /** A later sale has its own draw. It counts while nobody waits any more, and those of the earlier line join again. */
  | readonly ["again", seed: string]
  /**
   * These visitors are next, as soon as they ask and there is capacity: all whose place is at most `upTo`, but those of `passed`,
   * whose networks have as many inside as one may have.
   */
  | readonly ["called", upTo: string, at: string, ...passed: string[]]
  /** Visitors who were passed are next. */
  | readonly ["recalled", at: string, ...ids: string[]]
  /** A visitor who was next is let in: their pass begins, unless their network has `networkMax` inside. */
  | readonly ["told", id: string, at: string, ...networkMax: readonly [] | readonly [max: string]]
  /** The page of a visitor who is inside asks. */
  | readonly ["asked", id: string, at: string]
  /** A pass is used by one attempt to reserve. Where that fails, the pass is returned. */
  | readonly ["used", id: string, attempt: string]
  | readonly ["returned", id: string, attempt: string];

export type Network = {
  readonly number: string;
  /** How many places it has in the line. */
  places: number;
  /** Its visitors whom others have passed, in the order of their places. */
  readonly passed: string[];
  /** Its visitors who are inside and have not reserved, with the time until which they count. */
  readonly inside: Map<string, number>;
};

type Visitor = {
  place: number;
  readonly network?: Network | undefined;
  isNext?: boolean;
  toldAt?: number;
  askedAt?: number;
  usedBy?: string | undefined;
};

/** The state of one event's line, from its records in their order. Every process that reads the same records has the same. */
export type Line = {
  seed: string | undefined;
  isDrawn: boolean;
  /** How many of `ids` were in the draw. */
  drawn: number;
  /** In the order of the places; before the draw in the order of arrival. */
  ids: string[];
  /** All up to this place are or were next, but those of `passed`. */
  called: number;
  /** Places that others have passed, in their order. */
  passed: number[];
  readonly visitors: Map<string, Visitor>;
  readonly networks: Map<string, Network>;
  /** Who is next or let in and has not reserved, with the time until which they count. */
  readonly inside: Map<string, number>;
};

export function emptyLine(): Line {
  return {
    seed: undefined,
    isDrawn: false,
    drawn: 0,
    ids: [],
    called: 0,
    passed: [],
    visitors: new Map(),
    networks: new Map(),
    inside: new Map(),
  };
}

/** Adds a record to the line. What a record cannot mean, such as a second draw, changes nothing. */
export function applyRecord(line: Line, [kind, first = "", second = "", ...rest]: readonly string[]): void {
  const visitor = line.visitors.get(first);
  const isLetIn = visitor?.toldAt !== undefined;
  switch (kind) {
    case "seed":
      line.seed ??= first;
      break;
    case "joined":
      join(line, first, second);
      break;
    case "drawn":
      if (line.isDrawn || line.seed === undefined) break;
      line.isDrawn = true;
      line.drawn = line.ids.length;
      line.ids = drawnOrder(line.seed, line.ids, (id) => line.visitors.get(id)?.network);
      for (const [at, id] of line.ids.entries()) {
        const drawn = line.visitors.get(id);
        if (drawn !== undefined) drawn.place = at + 1;
      }
      break;
    case "again":
      if (!line.isDrawn || waitingIn(line) > 0) break;
      Object.assign(line, { seed: first, isDrawn: false, drawn: 0, ids: [], called: 0 });
      line.visitors.clear();
      line.networks.clear();
      line.inside.clear();
      break;
    case "called":
      if (line.isDrawn) moveOnTo(line, Number(first), Number(second), new Set(rest));
      break;
    case "recalled":
      for (const id of [second, ...rest]) if (takeFromPassed(line, id)) makeNext(line, id, Number(first));
      break;
    case "told":
      if (visitor === undefined || !mayComeIn(line, first, Number(rest[0]), Number(second))) break;
      visitor.toldAt = Number(second);
      countInside(line, first, visitor, visitor.toldAt);
      break;
    case "asked":
      if (isLetIn && visitor.usedBy === undefined) countInside(line, first, visitor, Number(second));
      break;
    case "used":
      if (!isLetIn || visitor.usedBy !== undefined) break;
      visitor.usedBy = second;
      line.inside.delete(first);
      visitor.network?.inside.delete(first);
      break;
    case "returned":
      if (!isLetIn || visitor.usedBy !== second) break;
      visitor.usedBy = undefined;
      countInside(line, first, visitor, visitor.askedAt ?? 0);
  }
}

function join({ ids, visitors, networks }: Line, id: string, number: string): void {
  const network =
    number === "" ? undefined : (networks.get(number) ?? { number, places: 0, passed: [], inside: new Map() });
  if (visitors.has(id) || ids.length >= PLACES_MAX || (network?.places ?? 0) >= NETWORK_PLACES_MAX) return;
  ids.push(id);
  visitors.set(id, { place: ids.length, ...(network && { network }) });
  if (network === undefined) return;
  network.places += 1;
  networks.set(number, network);
}

function moveOnTo(line: Line, upTo: number, at: number, passed: ReadonlySet<string>): void {
  for (; line.called < Math.min(upTo, line.ids.length); line.called += 1) {
    const id = line.ids[line.called] ?? "";
    const network = line.visitors.get(id)?.network;
    if (network === undefined || !passed.has(id)) makeNext(line, id, at);
    else {
      network.passed.push(id);
      line.passed.push(line.called + 1);
    }
  }
}

/** Removes a visitor from those whom others have passed. Returns whether they were one of them. */
function takeFromPassed({ passed, visitors }: Line, id: string): boolean {
  const visitor = visitors.get(id);
  const at = visitor?.network?.passed.indexOf(id) ?? -1;
  if (at < 0 || visitor === undefined) return false;
  visitor.network?.passed.splice(at, 1);
  passed.splice(passed.indexOf(visitor.place), 1);
  return true;
}

function makeNext({ visitors, inside }: Line, id: string, at: number): void {
  const visitor = visitors.get(id);
  if (visitor !== undefined) visitor.isNext = true;
  inside.set(id, at + CALL_MS);
}

/** Counts a visitor who is let in and asks at this time, until their page could have asked again twice, or their pass ends. */
function countInside({ inside }: Line, id: string, visitor: Visitor, at: number): void {
  visitor.askedAt = Math.max(visitor.askedAt ?? 0, at);
  const until = Math.min((visitor.toldAt ?? 0) + PASS_MS, visitor.askedAt + CALL_MS);
  inside.set(id, until);
  visitor.network?.inside.set(id, until);
}

/** Returns how many wait, those aside who are next. */
export function waitingIn({ ids, called, passed }: Line): number {
  return ids.length - called + passed.length;
}

/** Returns whether a visitor is next: only capacity is missing. */
export function isNext({ visitors }: Line, id: string): boolean {
  const visitor = visitors.get(id);
  return visitor?.isNext === true && visitor.toldAt === undefined;
}

/** Returns whether a visitor is next, and their network has fewer than `networkMax` inside. Without a number there is no limit. */
export function mayComeIn(line: Line, id: string, networkMax: number, now: number): boolean {
  let count = 0;
  for (const until of line.visitors.get(id)?.network?.inside.values() ?? []) if (until > now) count += 1;
  return isNext(line, id) && !(count >= networkMax);
}

/** Remembers that a visitor who is next is there, although there was no capacity. Only this process knows it. */
export function staysNext({ inside }: Line, id: string, now: number): void {
  inside.set(id, now + CALL_MS);
}

/** Where a visitor is: each of these comes after those before it, and nobody goes back. */
export type Turn =
  /** Before the draw: nobody has a place. */
  | { readonly state: "gathering" }
  /** 1 is the next, and several may be next at once. */
  | { readonly state: "waiting"; readonly place: number; readonly isPassed: boolean }
  /** Let in. The pass may be used until `until`. */
  | { readonly state: "inside"; readonly until: number }
  | { readonly state: "used" | "ended" };

/** Returns where this visitor is; `undefined` for an id that is not in the line. */
export function turnOf(line: Line, id: string, now: number): Turn | undefined {
  const visitor = line.visitors.get(id);
  if (visitor === undefined) return undefined;
  const { toldAt, usedBy } = visitor;
  if (!line.isDrawn) return { state: "gathering" };
  if (toldAt === undefined) return waitingTurn(line, visitor);
  if (usedBy !== undefined) return { state: "used" };
  const until = toldAt + PASS_MS;
  return until > now ? { state: "inside", until } : { state: "ended" };
}

/** A place counts those before it who are not next yet, so that it is the same for a visitor whom others pass. */
function waitingTurn({ called, passed }: Line, { place, isNext }: Visitor): Turn {
  if (isNext) return { state: "waiting", place: 1, isPassed: false };
  if (place > called) return { state: "waiting", place: place - called + passed.length, isPassed: false };
  return { state: "waiting", place: passed.indexOf(place) + 1, isPassed: true };
}
