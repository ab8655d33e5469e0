import "server-only";

import { readGroup } from "#lib/catalogue/find.ts";
import { type CachedRead, lastGoodCopy, nowOrLastGood } from "#lib/catalogue/last-good.ts";
import { isInCalendarRange } from "#lib/catalogue/search-query.ts";
import { afterChange } from "#lib/runtime/catalogue-changes.ts";
import { recentAnswers } from "#lib/runtime/concurrency.ts";
import type { Instead } from "#lib/runtime/invented-address.ts";
import { patternOf } from "#lib/security/route-patterns.ts";
import { ROUTES } from "#lib/security/routes.ts";
import { openFoundLink, openWaitingLink } from "#lib/session/links/links.ts";
import { showsOrders } from "#lib/session/own-pages.ts";
import { logFault } from "#lib/telemetry/log-fault.ts";
import { failureOnFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { dayIn, monthOf } from "#lib/ticketing/model/day.ts";
import { isPartnerKey } from "#lib/ticketing/partner.ts";

/** How long the service is not asked again for what it does not have. */
const MISSING_MS = 60_000;
const MISSING_MAX = 10_000;
/** A service that is slow is left to the page, which says so. */
const CHECK_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const NAMED = patternOf([...ROUTES.ofMonth, ...ROUTES.ofLink, ...ROUTES.ofCatalogue]);
/** A page below the pages of links. */
const NO_LINK = "forget";

/**
 * Returns what answers instead of an address at which nothing is: an event that the service does not have, a month out of range,
 * a link that opens nothing. To render a page for each of them would cost many times what a stored page costs.
 */
export async function insteadOfNothing(path: string, cookies: string, now = new Date()): Promise<Instead | undefined> {
  const { locale = "", month, kind, link = "", frame, eventId, groupId } = NAMED.exec(path)?.groups ?? {};
  if (month !== undefined) return isOutOfRange(month, now) ? { page: `/${locale}/nowhere` } : undefined;
  if (kind !== undefined) return link === NO_LINK ? undefined : insteadOfLink(locale, kind, link, cookies);
  const call = eventId ? eventOf(Number(eventId)) : groupId && groupOf(Number(groupId));
  if (!call || !(await isMissing(call))) return undefined;
  if (locale === "") return { status: 404 };
  if (groupId && frame === undefined) return { page: `/${locale}/nowhere` };
  return { page: path.replace(/\d.*/, "0") };
}

const eventOf = (id: number): CachedRead<unknown> => ({ name: `event-${id}`, read: () => getEvent(id) });
const groupOf = (id: number): CachedRead<unknown> => ({ name: `group-${id}`, read: () => readGroup(id) });

/** Whether the service does not have an event or a group. What it has is stored as the page would store it, and not remembered here. */
const missing = recentAnswers<boolean>("missing of the catalogue", {
  keptMs: MISSING_MS,
  max: MISSING_MAX,
  kept: (isMissing) => isMissing,
});
// What was missing may have been published.
afterChange(missing.clear);

const isMissing = (call: CachedRead<unknown>): Promise<boolean> =>
  missing.get(call.name, () => Promise.race([isAbsent(call), late()]));

/** An error of our own, for which the page has words. */
function shownByPage(fault: unknown): undefined {
  logFault(fault);
}

async function isAbsent(call: CachedRead<unknown>): Promise<boolean> {
  if ((await lastGoodCopy(call.name, new Date())) !== undefined) return false;
  const read = await undefinedOnFault(nowOrLastGood(call, new Date())).catch(shownByPage);
  return read !== undefined && read.value === undefined;
}

function late(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, CHECK_MS, false).unref());
}

/** The page knows the shop's time zone, in which the month may be another one for a day. */
function isOutOfRange(month: string, now: Date): boolean {
  const around = [-DAY_MS, DAY_MS].map((by) => monthOf(dayIn(new Date(now.getTime() + by), "UTC")));
  return around.every((one) => !isInCalendarRange(month, one));
}

async function insteadOfLink(
  language: string,
  kind: string,
  link: string,
  cookies: string,
): Promise<Instead | undefined> {
  if (kind === "waiting-list") return (await openWaitingLink(link)) ? undefined : { page: `/${language}/nowhere` };
  // Whether a partner's key has ended the service says to its page.
  if (kind === "partner") return isPartnerKey(link) ? undefined : { page: `/${language}/link-ended` };
  // Where the service does not answer whether it has ended, the page says so.
  if (kind === "find-tickets")
    return (await failureOnFault(openFoundLink(link))) ? undefined : { location: `/${language}/find-tickets?ended=1` };
  return (await showsOrders(cookies, link)) ? undefined : { page: `/${language}/link-ended` };
}
