import type { Link } from "#src/offering/domain/link.ts";
import { getLinkOfPartner } from "#src/offering/use-cases/partners.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type SourceDay, sourceDays } from "#src/reports/store/sources.ts";

export type PartnerFigures = Omit<SourceDay, "day">;

type PartnerReport = { readonly link: Link; readonly total: PartnerFigures; readonly days: readonly SourceDay[] };

/** Returns what the link of a partner's key sold, or `undefined` for a key that is unknown or has ended. */
export async function getPartnerReport(
  runtime: Runtime,
  caller: Caller,
  key: string,
): Promise<PartnerReport | undefined> {
  const link = await getLinkOfPartner(runtime, caller, key);
  if (link === undefined) return undefined;
  const days = await sourceDays(runtime.db, caller.account.id, link.ref);
  const sumOf = (figure: keyof PartnerFigures) => days.reduce((sum, day) => sum + day[figure], 0);
  const total = {
    opened: sumOf("opened"),
    orders: sumOf("orders"),
    tickets: sumOf("tickets"),
    revenueMinor: sumOf("revenueMinor"),
  };
  return { link, total, days };
}
