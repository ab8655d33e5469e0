import "server-only";

import { createHash } from "node:crypto";

/** From when a visitor is told that it is their turn: long enough to choose, and to find out with whom. */
export const PASS_MS = 10 * 60_000;
/** A visitor who is let in and does not come stops nobody after this time, and may still come later. */
export const CALL_MS = 2 * 60_000;
/** So many may be next at a time: enough that those who are not there keep nobody waiting, and few enough to come in by their places. */
const NEXT_MAX = 100;
/** Whoever is next asks more often than this. After it they are somewhere else, and the following visitors are next as well. */
const NEXT_MS = 10_000;
/** The places of the largest arena. More would cost every storefront process more memory than it is worth. */
export const PLACES_MAX = 100_000;

/** What happens in a line. Ids are random; who knows one but lacks the sealed cookie can do nothing with it. */
export type LineRecord =
  /** Written first. Of two, here and below, the first one counts. */
  | readonly ["seed", seed: string]
  | readonly ["joined", id: string]
  /** Places are drawn among all who have joined. Later visitors come after them in the order of their arrival. */
  | readonly ["drawn"]
  /** A later sale has its own draw. It counts while nobody waits any more, and those of the earlier line join again. */
  | readonly ["again", seed: string]
  /** These visitors are next, as soon as they ask and there is capacity: all whose place is at most `upTo`. */
  | readonly ["called", upTo: string, at: string]
  /** A visitor who was next is let in: their pass begins. */
  | readonly ["told", id: string, at: string]
  /** A pass is used by one attempt to reserve. Where that fails, the pass is returned. */
  | readonly ["used", id: string, attempt: string]
  | readonly ["returned", id: string, attempt: string];

type Visitor = { place: number; toldAt?: number; usedBy?: string | undefined };

/** The state of one event's line, from its records in their order. Every process that reads the same records has the same. */
export type Line = {
  seed: string | undefined;
  isDrawn: boolean;
  /** How many of `ids` were in the draw. */
  drawn: number;
  /** In the order of the places; before the draw in the order of arrival. */
  ids: string[];
  called: number;
  readonly visitors: Map<string, Visitor>;
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
    visitors: new Map(),
    inside: new Map(),
  };
}

/** Adds a record to the line. What a record cannot mean, such as a second draw, changes nothing. */
export function applyRecord(line: Line, [kind, first = "", second = ""]: readonly string[]): void {
  const visitor = line.visitors.get(first);
  const isCalled = visitor !== undefined && line.isDrawn && visitor.place <= line.called;
  const isLetIn = isCalled && visitor.toldAt !== undefined;
  switch (kind) {
    case "seed":
      line.seed ??= first;
      break;
    case "joined":
      if (visitor !== undefined || line.ids.length >= PLACES_MAX) break;
      line.ids.push(first);
      line.visitors.set(first, { place: line.ids.length });
      break;
    case "drawn":
      if (line.isDrawn || line.seed === undefined) break;
      line.isDrawn = true;
      line.drawn = line.ids.length;
      line.ids = drawnOrder(line.seed, line.ids);
      for (const [at, id] of line.ids.entries()) line.visitors.set(id, { place: at + 1 });
      break;
    case "again":
      if (!line.isDrawn || waitingIn(line) > 0) break;
      Object.assign(line, { seed: first, isDrawn: false, drawn: 0, ids: [], called: 0 });
      line.visitors.clear();
      line.inside.clear();
      break;
    case "called":
      for (; line.called < Math.min(Number(first), line.ids.length); line.called += 1)
        line.inside.set(line.ids[line.called] ?? "", Number(second) + CALL_MS);
      break;
    case "told":
      if (!isCalled || isLetIn) break;
      visitor.toldAt = Number(second);
      line.inside.set(first, visitor.toldAt + PASS_MS);
      break;
    case "used":
      if (!isLetIn || visitor.usedBy !== undefined) break;
      visitor.usedBy = second;
      line.inside.delete(first);
      break;
    case "returned":
      if (!isLetIn || visitor.usedBy !== second) break;
      visitor.usedBy = undefined;
      line.inside.set(first, (visitor.toldAt ?? 0) + PASS_MS);
  }
}

/** Returns the ids in the order of the SHA-256 of the seed followed by the id, both as text. */
export function drawnOrder(seed: string, ids: readonly string[]): string[] {
  return ids
    .map((id) => [sha256(seed + id), id] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, id]) => id);
}

/** Returns whether a visitor takes part in the draw, or did. Whoever came later has their place by the time of arrival. */
export function isInDraw({ isDrawn, drawn, visitors }: Line, id: string): boolean {
  const visitor = visitors.get(id);
  return visitor !== undefined && (!isDrawn || visitor.place <= drawn);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns how many more visitors may be next now, so that at most `insideMax` are next or in who have not reserved. */
export function freeTurns(line: Line, insideMax: number, now: number): number {
  if (!line.isDrawn) return 0;
  for (const [id, until] of line.inside) if (until <= now) line.inside.delete(id);
  return Math.max(0, Math.min(waitingIn(line), insideMax - line.inside.size, NEXT_MAX - nextIn(line, now)));
}

/** Returns how many wait, those aside who are next. */
export function waitingIn(line: Line): number {
  return line.ids.length - line.called;
}

/** Returns how many are next and there. */
export function nextIn({ inside, visitors }: Line, now: number): number {
  let count = 0;
  for (const [id, until] of inside)
    if (visitors.get(id)?.toldAt === undefined && until - CALL_MS > now - NEXT_MS) count += 1;
  return count;
}

/** Returns whether a visitor is next: only capacity is missing. */
export function isNext({ isDrawn, called, visitors }: Line, id: string): boolean {
  const visitor = visitors.get(id);
  return visitor !== undefined && isDrawn && visitor.place <= called && visitor.toldAt === undefined;
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
  | { readonly state: "waiting"; readonly place: number }
  /** Let in. The pass may be used until `until`. */
  | { readonly state: "inside"; readonly until: number }
  | { readonly state: "used" | "ended" };

/** Returns where this visitor is; `undefined` for an id that is not in the line. */
export function turnOf(line: Line, id: string, now: number): Turn | undefined {
  const visitor = line.visitors.get(id);
  if (visitor === undefined) return undefined;
  const { place, toldAt, usedBy } = visitor;
  if (!line.isDrawn) return { state: "gathering" };
  if (toldAt === undefined) return { state: "waiting", place: Math.max(1, place - line.called) };
  if (usedBy !== undefined) return { state: "used" };
  const until = toldAt + PASS_MS;
  return until > now ? { state: "inside", until } : { state: "ended" };
}

const ASK_SECONDS = { min: 5, max: 60 };

/**
 * Returns the seconds until a visitor's page asks again. Those far behind ask less often, and none together: `chance` is from 0
 * to 1. The next ones ask well within the time after which they no longer count as there. Where nobody knows when the sale begins,
 * as of a late one or of a service that does not answer, pages ask least often.
 */
export function askAgainSeconds(turn: Turn | undefined, chance: number, secondsToStart = 0): number {
  const { min, max } = ASK_SECONDS;
  let ahead = max;
  if (turn?.state === "waiting") ahead = turn.place / 20;
  if (turn?.state === "gathering" && secondsToStart > 0) ahead = secondsToStart;
  return Math.round(Math.min(max, min + ahead) * (0.8 + 0.4 * chance));
}
