import "server-only";

import { type Offering, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import type { SelectionLine } from "#lib/ticketing/model/reservation.ts";
import type { NoPass } from "#lib/waiting-room/line-address.ts";
import type { Pass } from "#lib/waiting-room/turns.ts";

/** Others reserve tickets of this event first. */
export type NotInTurn = { readonly ok: false; readonly line: NoPass };

/**
 * Runs an attempt to reserve with the pass that `take` returns. An attempt that fails, by a fault too, gives the pass back, so that
 * nobody loses their turn by it.
 */
export async function inTurn<Outcome>(
  take: () => Promise<Pass | NoPass>,
  attempt: () => Promise<Outcome>,
  isSuccessful: (outcome: Outcome) => boolean,
): Promise<Outcome | NotInTurn> {
  const pass = await take();
  if (typeof pass === "string") return { ok: false, line: pass };
  let isUsed = false;
  try {
    const outcome = await attempt();
    isUsed = isSuccessful(outcome);
    return outcome;
  } finally {
    if (!isUsed) pass.giveBack();
  }
}

/**
 * Returns whether only a code opens all of these tickets. A presale is for those with a code, so no line stands before it; without
 * the code the service refuses them.
 */
export function areOnlyByCode(
  wanted: readonly SelectionLine[],
  offering: Pick<Offering, "groups"> | undefined,
): boolean {
  const byCode = new Set(
    offering?.groups
      .flatMap(ticketTypesOf)
      .filter(({ codeRequired, revealed }) => codeRequired || revealed === true)
      .map(({ id }) => id),
  );
  return wanted.every(({ ticketTypeId }) => byCode.has(ticketTypeId));
}
