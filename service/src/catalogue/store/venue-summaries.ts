import type { VenueInFull } from "#src/catalogue/domain/venue.ts";
import type { Page, Sort } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { conditions, readPage } from "#src/platform/store/rows.ts";
import { CONFIGURATION, SECTION } from "./venues.ts";

export type VenueSearch = Page & { readonly words: readonly string[]; readonly sort?: Sort<"name"> | undefined };

const COLUMNS = `
listed.id, listed.version, listed.name, address, time_zone AS "timeZone", map_url AS "mapUrl",
(SELECT coalesce(json_agg(sections), '[]') FROM (
  SELECT ${SECTION} FROM venue_section section WHERE venue_id = listed.id ORDER BY sort_idx, section.id) AS sections) AS sections,
(SELECT coalesce(json_agg(configurations), '[]') FROM (
  ${CONFIGURATION} WHERE venue.id = listed.id ORDER BY configuration.id) AS configurations) AS configurations`;

/** Returns one page of the venues whose name or town has all the words, and the number of these venues on all pages. */
export function searchVenues(db: Db, accountId: number, { words, sort = "name", ...page }: VenueSearch) {
  const where = conditions();
  where.add(`listed.account_id = ${where.value(accountId)}`);
  for (const word of words) {
    where.add(`concat_ws(' ', folded(listed.name), listed.town) LIKE containing(${where.value(word)})`);
  }
  const direction = sort === "name" ? "ASC" : "DESC";
  const order = `folded(listed.name) ${direction}, listed.id ${direction}`;
  const list = { columns: COLUMNS, from: `venue listed WHERE ${where.text()}`, order, values: where.values };
  return readPage<VenueInFull>(db, list, page);
}
