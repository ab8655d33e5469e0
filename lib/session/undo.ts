import "server-only";

import { z } from "zod";
import { singleFlight } from "#lib/runtime/concurrency.ts";
import { type Consumption, consumeOnce } from "#lib/security/records/once.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import { packedBuyer, packedSource, packLines, unpackLines, withoutClickIds } from "#lib/session/purchase/compact.ts";

/** How long Undo is offered. */
export const UNDO_OFFERED_SECONDS = 10;

/**
 * How long an undo is accepted: a page without a script shows the button for longer, and a request takes time to
 * arrive.
 */
export const UNDO_SECONDS = 120;

/** Below the 4,096 bytes of a cookie with its name and attributes. */
const BYTES_MAX = 3_500;
const NAME_LETTERS_MAX = 40;

/** Compact, so that more fits: event id, its name, then ticket type and quantity in turn, and the source where there is one. */
const packedEvent = z
  .tuple([z.number(), z.string(), z.array(z.number())])
  .rest(packedSource)
  .transform(([eventId, eventName, flat, source]) => ({
    eventId,
    eventName,
    lines: unpackLines(flat),
    ...(source && { source }),
  }));

const undo = z
  .object({
    /** Tells two clicks on one Undo from two different Undos. */
    id: z.string(),
    at: z.number(),
    events: z.array(packedEvent).readonly(),
    /** A part was removed, and the others stay in the cart. */
    isOneOfSeveral: z.boolean(),
    /** The ticket type, where not a whole event was removed. */
    ticketType: z.string().exactOptional(),
    codes: z.array(z.string()).readonly(),
    buyer: packedBuyer.exactOptional(),
  })
  .readonly();

/**
 * The tickets that were just released, so that they can be reserved again. The reservations themselves no longer exist.
 */
export type Undo = z.output<typeof undo>;

/**
 * Seals it without the ids of clicks, then without the sources, where it does not fit into a cookie with them. Returns `undefined`
 * where it does not fit even so: then no undo is offered.
 */
export async function sealUndo(undo: Undo): Promise<string | undefined> {
  return (
    (await sealed(undo)) ??
    (await sealed({ ...undo, events: undo.events.map(withoutClickIds) })) ??
    sealed({ ...undo, events: undo.events.map(({ source: _, ...event }) => event) })
  );
}

async function sealed({ events, ...content }: Undo): Promise<string | undefined> {
  const packed = events.map(({ eventId, eventName, lines, source }) => [
    eventId,
    [...eventName].slice(0, NAME_LETTERS_MAX).join(""),
    packLines(lines),
    ...(source ? [source] : []),
  ]);
  const text = await seal("undo", { ...content, events: packed }, UNDO_SECONDS);
  return text.length <= BYTES_MAX ? text : undefined;
}

export async function unsealUndo(text: string): Promise<Undo | undefined> {
  return undo.safeParse(await unseal("undo", text)).data;
}

/**
 * Consumes an Undo; returns `undefined` where it was consumed before: it reserves without a proof of work, so a copy of its cookie must
 * not do so again. Concurrent calls, as of a double click, consume it once. One that has reserved nothing is given back.
 */
export function takeUndo({ id }: Pick<Undo, "id">): Promise<Consumption | undefined> {
  return singleFlight(`use undo ${id}`, () => consumeOnce("undo", id), Boolean);
}
