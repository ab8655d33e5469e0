import type { IsRevealed } from "#src/catalogue/domain/event.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { CODES_MAX, isOpen, whyNotGood } from "#src/pricing/domain/code.ts";
import { findCodes } from "#src/pricing/store/codes.ts";

/** Returns which hidden ticket types the codes that somebody typed reveal at `now`. */
export async function revealByCodes(
  { db }: World,
  caller: Caller,
  typed: readonly string[],
  now: Date,
): Promise<IsRevealed> {
  const codes = await findCodes(db, caller.account.id, typed.slice(0, CODES_MAX));
  const good = [...codes.values()].filter(
    (code) => whyNotGood({ typed: code.text, code, holdsUse: false }, now) === undefined,
  );
  return (type) => isOpen({ ...type, hidden: true, codeRequired: false }, good);
}
