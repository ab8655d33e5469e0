import "server-only";

import { cache } from "react";
import { liveOffering } from "#lib/catalogue/availability.ts";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { env } from "#lib/env.ts";
import { recentAnswers } from "#lib/runtime/concurrency.ts";
import { mayBegin } from "#lib/runtime/load.ts";
import type { Challenge } from "#lib/security/proof/proof-of-work.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { acceptsCookies } from "#lib/session/cookies.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { isPaid, joinChallenge, placesOf } from "./join-cost.ts";
import { type Line, NETWORK_PLACES_MAX } from "./line.ts";
import type { NoPass, NotJoined } from "./line-address.ts";
import { readLine } from "./line-file.ts";
import { rememberedPlace, rememberPlace } from "./place-cookie.ts";
import { saleOf } from "./sale.ts";
import {
  isOpenToJoin,
  joinAs,
  type Moment,
  mayReserveAtOnce,
  mayReserveWithoutPlace,
  newLine,
  type Pass,
  spendPass,
  type Visit,
  visitAs,
} from "./turns.ts";

/** Returns where this visitor is in the line of an event. Page and title of one request ask once. */
export const visitLine = cache(async (eventId: number): Promise<Visit> => {
  const [moment, id] = await Promise.all([momentOf(eventId), rememberedPlace(eventId)]);
  return visitAs(eventId, id, moment);
});

/** Returns whether it is this visitor's turn. It costs nothing where they have no place. */
export async function isInside(eventId: number): Promise<boolean> {
  return (await rememberedPlace(eventId)) !== undefined && (await visitLine(eventId)).turn?.state === "inside";
}

/** Returns the line of an event; `undefined` where it has neither a waiting room nor ever had a line. */
export async function lineOf(eventId: number): Promise<Line | undefined> {
  return readLine(eventId) ?? ((await isSwitchedOn(eventId)) ? newLine(eventId) : undefined);
}

async function momentOf(eventId: number): Promise<Moment> {
  const [isOn, offering] = await Promise.all([isSwitchedOn(eventId), undefinedOnFault(liveOffering(eventId))]);
  return {
    isSwitchedOn: isOn,
    sale: offering && saleOf(offering),
    insideMax: env().WAITING_ROOM_INSIDE,
    mayBegin,
    now: Date.now(),
  };
}

/** Each page of a line asks every few seconds, and a service that tells no changes would be asked as often. */
const switches = recentAnswers<boolean>("waiting rooms", { keptMs: 2_000, max: 500, kept: () => true });

/** Returns whether the promoter has switched the waiting room on; false where the service has never answered. */
function isSwitchedOn(eventId: number): Promise<boolean> {
  return switches.get(String(eventId), async () => {
    const event = await undefinedOnFault(catalogueEvent(eventId));
    return event?.value?.waitingRoom === true;
  });
}

type JoinOptions = {
  /** Of the work of `challengeOf`. */
  readonly proof: unknown;
  /** False where a script can do the work: the few places without it are for browsers that cannot. */
  readonly mayBeFree: boolean;
  /** Returns whether there is capacity for the visitor. */
  readonly mayBeCounted?: () => boolean;
};

/** Gives the visitor a place, unless they have one that counts. `tooMany`: it must be paid by a proof of work. */
export async function joinLine(
  eventId: number,
  { proof, mayBeFree, mayBeCounted = mayBegin }: JoinOptions,
): Promise<Visit | NotJoined> {
  const [found, id, network] = await Promise.all([momentOf(eventId), rememberedPlace(eventId), visitorNetwork()]);
  const moment = { ...found, mayBegin: mayBeCounted };
  const visit = visitAs(eventId, id, moment);
  if (visit.turn !== undefined && visit.turn.state !== "used" && visit.turn.state !== "ended") return visit;
  if (moment.sale === undefined) return "noAnswer";
  if (!isOpenToJoin(moment)) return "notOpen";
  if (!(await acceptsCookies())) return "noCookies";
  const joining = { eventId, line: visit.line, network };
  if (placesOf(joining) >= NETWORK_PLACES_MAX) return "networkFull";
  if (!(await isPaid(joining, proof, mayBeFree))) return "tooMany";
  const joined = joinAs(eventId, moment, network);
  if (joined !== "full") await rememberPlace(eventId, joined.id);
  return joined;
}

/** Returns the work for which this visitor gets a place in the line of an event. */
export async function challengeOf(eventId: number): Promise<Challenge> {
  return joinChallenge({ eventId, line: readLine(eventId), network: await visitorNetwork() });
}

/** They say that a line has no place for this visitor, not that others come first. */
const NO_PLACE: readonly unknown[] = ["tooMany", "full", "networkFull"];

/**
 * Returns the right of this visitor to reserve tickets of an event, or `in_line` when others come first; then the visitor has a
 * place in the line. Without a waiting room everybody has it while nobody waits.
 */
export async function takePass(eventId: number, proof: unknown): Promise<Pass | NoPass> {
  const now = Date.now();
  if (mayReserveAtOnce(eventId, { isSwitchedOn: await isSwitchedOn(eventId), now })) return AT_ONCE;
  // Who sends the form is counted already, before the page.
  const found = await joinLine(eventId, { proof, mayBeFree: true, mayBeCounted: () => true });
  // A line that nobody waits in must not stop anybody while there is space.
  if (NO_PLACE.includes(found) && mayReserveWithoutPlace(eventId, env().WAITING_ROOM_INSIDE, now)) return AT_ONCE;
  if (typeof found === "string") return found;
  const pass = found.turn?.state === "inside" && found.id !== undefined ? spendPass(eventId, found.id) : undefined;
  return pass ?? "in_line";
}

const AT_ONCE: Pass = { giveBack: () => undefined };
