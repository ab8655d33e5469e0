import "server-only";

import { randomBytes } from "node:crypto";
import { log } from "#lib/telemetry/log.ts";
import { callNext, freeTurns, nextIn } from "./calling.ts";
import { isNext, type Line, mayComeIn, staysNext, type Turn, turnOf, waitingIn } from "./line.ts";
import { appendToLine, readLine } from "./line-file.ts";
import { networkNumber } from "./network-number.ts";
import { opensAt, type Sale } from "./sale.ts";

/** What decides about the line of an event at this moment. */
export type Moment = {
  /** The promoter's switch. */
  readonly isSwitchedOn: boolean;
  /** `undefined`: the service does not answer. */
  readonly sale: Sale | undefined;
  /** How many may be inside at a time who have not reserved, where the promoter has switched the room on. */
  readonly insideMax: number;
  /** Whether there is capacity for one more, who is counted. */
  readonly mayBegin: () => boolean;
  readonly now: number;
};

/** A visitor at an event's line. */
export type Visit = {
  readonly line: Line | undefined;
  readonly sale: Sale | undefined;
  /** Whether buyers need a turn: the promoter has switched it on, or visitors still wait from a moment without capacity. */
  readonly isOn: boolean;
  readonly id?: string;
  /** Absent when the visitor is not in the line. */
  readonly turn?: Turn;
};

/**
 * Returns where the visitor is, and moves the line on. Capacity is taken for this visitor only, once they are next and here: a line
 * must not use up the capacity of other events for visitors who may never come.
 */
export function visitAs(eventId: number, id: string | undefined, moment: Moment): Visit {
  const { sale, mayBegin, now } = moment;
  // The hash of the seed is published before the first visitor joins.
  const found = readLine(eventId) ?? (moment.isSwitchedOn ? newLine(eventId) : undefined);
  let line = found && moveOn(eventId, found, moment);
  // What is sold out cannot be reserved, so the pass begins later.
  if (line && id !== undefined && isNext(line, id) && sale?.state === "open") {
    if (mayComeIn(line, id, networkMax(moment), now) && mayBegin())
      line = appendToLine(eventId, ["told", id, String(now), String(networkMax(moment))]);
    // Without capacity, or because others of their network are inside.
    if (isNext(line, id)) staysNext(line, id, now);
  }
  const turn = line && id !== undefined ? turnOf(line, id, now) : undefined;
  if (line && id !== undefined && turn?.state === "inside") rememberAsked(eventId, line, id, moment);
  return {
    line,
    sale,
    isOn: moment.isSwitchedOn || areWaiting(line, now),
    ...(id !== undefined && turn && { id, turn }),
  };
}

/** One network has so many inside at least: a family, or a few in a small room. */
const NETWORK_INSIDE_MIN = 5;
/** And one of so many of all who may be. */
const ONE_OF = 20;

/** Returns how many of one network may be inside at a time. */
function networkMax({ isSwitchedOn, insideMax }: Moment): number {
  return isSwitchedOn ? Math.max(NETWORK_INSIDE_MIN, Math.floor(insideMax / ONE_OF)) : Number.POSITIVE_INFINITY;
}

/** A page asks more often than the file needs to know. */
const ASKED_AGAIN_MS = 20_000;

/** Writes that the page of a visitor who is inside asks, where their number is limited. */
function rememberAsked(eventId: number, { visitors }: Line, id: string, { isSwitchedOn, now }: Moment): void {
  const { askedAt = 0 } = visitors.get(id) ?? {};
  if (isSwitchedOn && askedAt + ASKED_AGAIN_MS <= now) appendToLine(eventId, ["asked", id, String(now)]);
}

export function newLine(eventId: number): Line {
  return appendToLine(eventId, ["seed", newSeed()]);
}

function newSeed(): string {
  return randomBytes(32).toString("hex");
}

function areWaiting(line: Line | undefined, now: number): boolean {
  return line !== undefined && (waitingIn(line) > 0 || nextIn(line, now) > 0);
}

/** Draws the places once a sale has begun, and then says who is next. */
function moveOn(eventId: number, line: Line, moment: Moment): Line {
  const { isSwitchedOn, sale, insideMax, now } = moment;
  const hasBegun = sale?.state === "open" || sale?.state === "sold_out";
  const drawn = hasBegun && !line.isDrawn ? appendToLine(eventId, ["drawn"]) : line;
  // A presale, another date, or a start that was wrong at first: the sale to come is drawn anew.
  if (sale?.state === "not_begun" && line.isDrawn && !areWaiting(line, now))
    return appendToLine(eventId, ["again", newSeed()]);
  if (sale?.state !== "open") return drawn;
  // Without a room only capacity is short: whoever is in and reserves nothing stops nobody.
  const free = freeTurns(drawn, isSwitchedOn ? insideMax : Number.POSITIVE_INFINITY, networkMax(moment), now);
  const records = free === 0 ? [] : callNext(drawn, free, networkMax(moment), now);
  return records.length === 0 ? drawn : appendToLine(eventId, ...records);
}

/** Returns whether a visitor may reserve without a turn. Whether there is capacity was asked before the page. */
export function mayReserveAtOnce(
  eventId: number,
  { isSwitchedOn, now }: Pick<Moment, "isSwitchedOn" | "now">,
): boolean {
  return !isSwitchedOn && !areWaiting(readLine(eventId), now);
}

/** Returns whether a visitor for whom the line has no place may reserve: nobody waits, and fewer are inside than may be. */
export function mayReserveWithoutPlace(eventId: number, insideMax: number, now: number): boolean {
  const line = readLine(eventId);
  return !areWaiting(line, now) && (line?.inside.size ?? 0) < insideMax;
}

/** Returns whether a visitor may join now: from an hour before the sale until it is over. */
export function isOpenToJoin({ sale, now }: Pick<Moment, "sale" | "now">): boolean {
  if (sale === undefined || sale.state === "over") return false;
  const opening = opensAt(sale);
  return sale.state !== "not_begun" || (opening !== undefined && opening.getTime() <= now);
}

/** Gives a new visitor from this network the last place. `full`: it, or the line, has as many as there can be. */
export function joinAs(eventId: number, moment: Moment, network?: string): (Visit & { readonly id: string }) | "full" {
  // The draw comes before whoever joins after the start.
  const { seed = "" } = moveOn(eventId, readLine(eventId) ?? newLine(eventId), moment);
  const id = randomBytes(16).toString("hex");
  const number: readonly [] | readonly [string] = network === undefined ? [] : [networkNumber(network, seed)];
  const joined = appendToLine(eventId, ["joined", id, ...number]);
  return joined.visitors.has(id) ? { ...visitAs(eventId, id, moment), id } : "full";
}

/** The right to reserve once. `giveBack` is for an attempt that failed. It never throws: the answer to the visitor stays the same. */
export type Pass = { readonly giveBack: () => void };

/** Uses the pass of a visitor who is let in. Returns `undefined` when another request has used it. */
export function spendPass(eventId: number, id: string): Pass | undefined {
  const attempt = randomBytes(8).toString("hex");
  // Of several requests with one pass, the first in the file has it.
  const { visitors } = appendToLine(eventId, ["used", id, attempt]);
  if (visitors.get(id)?.usedBy !== attempt) return undefined;
  const giveBack = () => {
    try {
      appendToLine(eventId, ["returned", id, attempt]);
    } catch (fault) {
      log("warn", "A pass could not be given back.", { eventId, fault: String(fault) });
    }
  };
  return { giveBack };
}
