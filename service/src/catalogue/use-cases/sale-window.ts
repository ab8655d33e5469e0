import { toMoment } from "#src/catalogue/store/event-dates.ts";
import { type ChangeRefusal, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { When } from "#src/platform/domain/venue-time.ts";
import type { Db } from "#src/platform/store/db.ts";

/** Start and end of a sale. `null` means no limit, `undefined` no change. */
export type SaleWindowInput = {
  readonly onSaleFrom: When | null | undefined;
  readonly onSaleTo: When | null | undefined;
};

type Window = { readonly onSaleFrom: Date | null | undefined; readonly onSaleTo: Date | null | undefined };

/** Returns start and end as instants. Refuses an end that is not after the start; an unchanged bound counts as it `was`. */
export async function saleWindow(
  db: Db,
  input: SaleWindowInput,
  timeZone: string,
  was: { readonly onSaleFrom: Date | undefined; readonly onSaleTo: Date | undefined },
): Promise<Outcome<{ readonly window: Window }, ChangeRefusal>> {
  const from = await instantOf(db, input.onSaleFrom, timeZone);
  if (typeof from === "string") return refused(from, "onSaleFrom");
  const to = await instantOf(db, input.onSaleTo, timeZone);
  if (typeof to === "string") return refused(to, "onSaleTo");

  const starts = from === undefined ? was.onSaleFrom : from;
  const ends = to === undefined ? was.onSaleTo : to;
  if (starts && ends && ends <= starts) return refused("ends_before_it_starts", "onSaleTo");
  return { ok: true, window: { onSaleFrom: from, onSaleTo: to } };
}

async function instantOf(db: Db, when: When | null | undefined, timeZone: string) {
  if (when === undefined || when === null) return when;
  if ("instant" in when) return when.instant;
  const moment = await toMoment(db, when, timeZone);
  return typeof moment === "string" ? moment : moment.at;
}
