import "server-only";

import { z } from "zod";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import type { SelectionLine } from "#lib/domain/reservation/selection.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import { packedBuyer, packLines, unpackLines } from "#lib/session/visit/packed.ts";

/** What was just let go of, so that it can be reserved again. It names no reservation: those are gone. */
export type Undo = {
  /** Tells two presses of one Undo from two Undos. */
  readonly id: string;
  readonly at: number;
  readonly events: readonly UndoneEvent[];
  /** One event was taken out, and the others stay. */
  readonly isOneOfSeveral: boolean;
  readonly codes: readonly string[];
  readonly buyer?: Buyer;
};

export type UndoneEvent = {
  readonly eventId: number;
  readonly eventName: string;
  readonly lines: readonly SelectionLine[];
};

/** How long Undo is offered. */
export const UNDO_OFFERED_SECONDS = 10;

/** How long a press is taken: a page without a script shows Undo for longer, and a press takes time to arrive. */
export const UNDO_SECONDS = 120;

/** Below the 4,096 bytes of a cookie with its name and attributes. */
const BYTES_MAX = 3_500;
const NAME_LETTERS_MAX = 40;

/** Names are left out and lines are flat: event, its name, type and quantity in turn. */
const packedEvent = z.tuple([z.number(), z.string(), z.array(z.number())]).transform(([eventId, eventName, flat]) => ({
  eventId,
  eventName,
  lines: unpackLines(flat),
}));

const undo = z.object({
  id: z.string(),
  at: z.number(),
  events: z.array(packedEvent),
  isOneOfSeveral: z.boolean(),
  codes: z.array(z.string()),
  buyer: packedBuyer.exactOptional(),
}) satisfies z.ZodType<Undo>;

/** `undefined` where it does not fit into a cookie: then nothing can be undone. */
export async function sealUndo({ events, ...content }: Undo): Promise<string | undefined> {
  const packed = events.map(({ eventId, eventName, lines }) => [
    eventId,
    [...eventName].slice(0, NAME_LETTERS_MAX).join(""),
    packLines(lines),
  ]);
  const sealed = await seal("undo", { ...content, events: packed }, UNDO_SECONDS);
  return sealed.length <= BYTES_MAX ? sealed : undefined;
}

export async function unsealUndo(text: string): Promise<Undo | undefined> {
  return undo.safeParse(await unseal("undo", text)).data;
}
