import "server-only";

import { randomBytes } from "node:crypto";
import { cache } from "react";
import { liveOffering } from "#lib/catalogue/availability.ts";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { env } from "#lib/env.ts";
import { mayBegin } from "#lib/runtime/load.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { freeTurns, type Line, type Turn, turnOf, waitingIn } from "./line.ts";
import { appendToLine, readLine } from "./line-file.ts";
import { rememberedPlace, rememberPlace } from "./place-cookie.ts";
import { opensAt, type Sale, saleOf } from "./sale.ts";

/** A visitor at an event's line. */
export type Visit = {
  readonly line: Line | undefined;
  /** `undefined`: the service does not answer. */
  readonly sale: Sale | undefined;
  /** Whether buyers need a turn: the promoter has switched it on, or visitors still wait from a moment without capacity. */
  readonly isOn: boolean;
  readonly id?: string;
  /** Absent when the visitor is not in the line. */
  readonly turn?: Turn;
};

/** Returns where the visitor is, and lets the next ones in while there is capacity: whoever asks moves the line on. */
export const visitLine = cache(async (eventId: number): Promise<Visit> => {
  const [isSwitchedOn, offering, id] = await Promise.all([
    hasWaitingRoom(eventId),
    undefinedOnFault(liveOffering(eventId)),
    rememberedPlace(eventId),
  ]);
  return visitAs(eventId, id, isSwitchedOn, offering && saleOf(offering));
});

/** Returns the line of an event; `undefined` where it has neither a waiting room nor ever had a line. */
export async function lineOf(eventId: number): Promise<Line | undefined> {
  return readLine(eventId) ?? ((await hasWaitingRoom(eventId)) ? newLine(eventId) : undefined);
}

/** The promoter's switch. */
async function hasWaitingRoom(eventId: number): Promise<boolean> {
  return (await catalogueEvent(eventId)).value?.waitingRoom === true;
}

function visitAs(eventId: number, id: string | undefined, isSwitchedOn: boolean, sale: Sale | undefined): Visit {
  const now = Date.now();
  // The hash of the seed is published before the first visitor joins.
  const found = readLine(eventId) ?? (isSwitchedOn ? newLine(eventId) : undefined);
  let line = found && moveOn(eventId, found, sale, now);
  let turn = line && id !== undefined ? turnOf(line, id, now) : undefined;
  // What is sold out cannot be used, so the pass begins later.
  if (id !== undefined && turn?.state === "inside" && turn.until === undefined && sale?.state === "open") {
    line = appendToLine(eventId, ["told", id, String(now)]);
    turn = turnOf(line, id, now);
  }
  const isOn = isSwitchedOn || (line !== undefined && waitingIn(line) > 0);
  return { line, sale, isOn, ...(id !== undefined && turn && { id, turn }) };
}

function newLine(eventId: number): Line {
  return appendToLine(eventId, ["seed", randomBytes(32).toString("hex")]);
}

/** Draws the places once the sale has begun, and lets in as many as there is capacity for. */
function moveOn(eventId: number, line: Line, sale: Sale | undefined, now: number): Line {
  const hasBegun = sale?.state === "open" || sale?.state === "sold_out";
  const drawn = hasBegun && !line.isDrawn ? appendToLine(eventId, ["drawn"]) : line;
  if (sale?.state !== "open") return drawn;
  const free = freeTurns(drawn, env().WAITING_ROOM_INSIDE, now);
  let letIn = 0;
  while (letIn < free && mayBegin()) letIn += 1;
  return letIn === 0 ? drawn : appendToLine(eventId, ["called", String(drawn.called + letIn), String(now)]);
}

/** Why a visitor did not join. `full`: as many wait as there can be. */
export type NotJoined = "notOpen" | "tooMany" | "full";

/** Gives the visitor a place, unless they have one that counts. */
export async function joinLine(eventId: number): Promise<Visit | NotJoined> {
  const { line, sale, isOn, turn } = await visitLine(eventId);
  if (turn !== undefined && turn.state !== "used" && turn.state !== "ended") return { line, sale, isOn, turn };
  if (sale === undefined || sale.state === "over") return "notOpen";
  if (sale.state === "not_begun" && Date.now() < (opensAt(sale)?.getTime() ?? Number.POSITIVE_INFINITY))
    return "notOpen";
  if (!(await withinLimit("joinLinePerNetwork", await visitorNetwork()))) return "tooMany";
  moveOn(eventId, line ?? newLine(eventId), sale, Date.now());
  const id = randomBytes(16).toString("hex");
  const joined = appendToLine(eventId, ["joined", id]);
  if (!joined.visitors.has(id)) return "full";
  await rememberPlace(eventId, id);
  return visitAs(eventId, id, isOn, sale);
}

/** The right to reserve once. `giveBack` is for an attempt that failed. */
export type Pass = { readonly giveBack: () => void };

/**
 * Returns the right of this visitor to reserve tickets of an event, or `in_line` when others come first; then the visitor has a
 * place in the line. Without a waiting room everybody has it while there is capacity.
 */
export async function takePass(eventId: number): Promise<Pass | "in_line"> {
  const before = readLine(eventId);
  const mayGoOn = (before === undefined || waitingIn(before) === 0) && !(await hasWaitingRoom(eventId));
  if (mayGoOn && mayBegin()) return { giveBack: () => undefined };

  const visit = await visitLine(eventId);
  const hasPlace = visit.turn !== undefined && visit.turn.state !== "ended";
  const found = hasPlace ? visit : await joinLine(eventId);
  if (typeof found === "string" || found.id === undefined || found.turn?.state !== "inside") return "in_line";
  const { id } = found;
  const attempt = randomBytes(8).toString("hex");
  // Of several requests with one pass, the first in the file has it.
  const isMine = appendToLine(eventId, ["used", id, attempt]).visitors.get(id)?.usedBy === attempt;
  return isMine ? { giveBack: () => void appendToLine(eventId, ["returned", id, attempt]) } : "in_line";
}
