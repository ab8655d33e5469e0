import type { IsRevealed } from "#src/catalogue/domain/event.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { CODES_MAX, isOpen, whyNotValid } from "#src/pricing/domain/code.ts";
import { findCodes } from "#src/pricing/store/codes.ts";

/** Returns a predicate for the hidden ticket types that the typed codes reveal at `now`. */
export async function revealByCodes(
  { db }: World,
  caller: Caller,
  typed: readonly string[],
  now: Date,
): Promise<IsRevealed> {
  const codes = await findCodes(db, caller.account.id, typed.slice(0, CODES_MAX));
  const good = [...codes.values()].filter(
    (code) => whyNotValid({ typed: code.text, code, hasClaimedUse: false }, now) === undefined,
  );
  return (type) => isOpen({ ...type, hidden: true, codeRequired: false }, good);
}
