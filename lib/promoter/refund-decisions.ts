import "server-only";

import { atMost } from "#lib/runtime/concurrency.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { listAccountDates } from "#lib/ticketing/manage/event-lists.ts";
import {
  type DecisionState,
  listRefundRequests,
  listVoucherReturns,
  type RefundRequest,
  type VoucherReturn,
} from "#lib/ticketing/manage/refund-requests.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";

/** Of each of the two lists on one page. */
const PAGE_SIZE = 20;

type Decisions = {
  readonly requests: readonly RefundRequest[];
  readonly returns: readonly VoucherReturn[];
  /** How many wait for a decision. */
  readonly open: number;
  readonly pages: number;
};

/** Returns a page of what is to be decided about refunds, or was; `undefined` where the service has no requests. */
export async function listDecisions(
  as: PromoterCredential,
  accountId: number,
  { state, page }: { readonly state: DecisionState; readonly page: number },
): Promise<Decisions | undefined> {
  const query = { state, page, pageSize: PAGE_SIZE };
  const [asked, back] = await Promise.all([
    listRefundRequests(as, accountId, query),
    listVoucherReturns(as, accountId, query),
  ]);
  if (asked === undefined) return undefined;
  return {
    requests: asked.requests,
    returns: back?.returns ?? [],
    open: asked.open + (back?.waiting ?? 0),
    pages: Math.ceil(Math.max(asked.total, back?.total ?? 0) / PAGE_SIZE),
  };
}

/** A date to which the tickets of a request could move. */
export type OtherDate = { readonly startsAt: string; readonly left: number };

/** Returns the next date on sale with places for all tickets of a request, by the id of the request. One read an event. */
export async function otherDates(
  as: PromoterCredential,
  accountId: number,
  requests: readonly RefundRequest[],
  now: Date,
): Promise<ReadonlyMap<number, OtherDate>> {
  const from = dayIn(now, LAST_ZONE);
  const read = async (event: number) =>
    (await undefinedOnFault(listAccountDates(as, accountId, { event, from, pageSize: DATES_MAX }))) ?? [];
  const events = [...new Set(requests.map(({ event }) => event.id))];
  const dates = new Map(
    await Promise.all(events.map(async (event) => [event, await throttled(() => read(event))] as const)),
  );
  return new Map(
    requests.flatMap(({ id, event, eventDates, admissions }) => {
      const own = eventDates.map((date) => date.id);
      const other = dates
        .get(event.id)
        ?.find(
          ({ id, startsAt, saleStatus, left = 0 }) =>
            !own.includes(id) &&
            saleStatus === "ON_SALE" &&
            Date.parse(startsAt) > now.getTime() &&
            left >= admissions.length,
        );
      return other?.left === undefined ? [] : [[id, { startsAt: other.startsAt, left: other.left }] as const];
    }),
  );
}

const DATES_MAX = 20;
/** Where a day ends last. */
const LAST_ZONE = "Etc/GMT+12";
/** So many events are read at once. */
const throttled = atMost(5);
