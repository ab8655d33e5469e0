import "server-only";

import { cache } from "react";
import { findDates, findFacets, findIndex, type GroupInFull, readGroup } from "#lib/catalogue/find.ts";
import type { Catalogued } from "#lib/catalogue/last-good.ts";
import { readThrough } from "#lib/catalogue/read.ts";
import { LISTS_TAG } from "#lib/runtime/catalogue-changes.ts";
import { daysOf, type Month } from "#lib/ticketing/model/day.ts";

const TAGS = [LISTS_TAG];

/** Limits the dates of a busy day, so that a month with ten thousand dates is as long as one with a hundred. */
const PER_DAY = 6;

/** Returns the dates of one month, in the venues' time zones. */
export const catalogueMonth = cache((month: Month) =>
  readThrough({
    name: `month-${month}`,
    tags: TAGS,
    read: () => findDates({ from: `${month}-01`, to: daysOf(month).at(-1) ?? month, perDay: PER_DAY }),
  }),
);

/** Returns the filters for upcoming events; `undefined` where the service does not answer. */
export const catalogueFacets = cache(() =>
  readThrough({ name: "facets", tags: TAGS, read: findFacets, isOptional: true }),
);

/** Returns a group; `value` is `undefined` when it does not exist. */
export const catalogueGroup = cache((groupId: number) =>
  readThrough({
    name: `group-${groupId}`,
    tags: TAGS,
    read: () => readGroup(groupId),
  }),
);

/** Returns the group of an address; `value` is `undefined` where there is none. An id that cannot exist is not requested. */
export async function groupOfAddress(groupId: string): Promise<Catalogued<GroupInFull | undefined>> {
  return /^[1-9]\d{0,14}$/.test(groupId) ? catalogueGroup(Number(groupId)) : { value: undefined };
}

/** Returns one page of the events that have a page here. */
export const catalogueIndex = cache((page: number, pageSize: number) =>
  readThrough({
    name: `index-${page}-of-${pageSize}`,
    tags: TAGS,
    read: () => findIndex(page, pageSize),
  }),
);
