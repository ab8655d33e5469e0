import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { requestWithHeaders, writeLimitMs } from "#lib/ticketing/client/request.ts";
import { LINK_KINDS } from "#lib/ticketing/manage/links.ts";
import { inCurrency } from "#lib/ticketing/wire/in-currency.ts";
import {
  absentText,
  count,
  id,
  ifReadable,
  money,
  objectOf,
  optional,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

/**
 * What a row is of. REF: a name in addresses that is no link of the account. OTHER: names beyond those that have rows of their own.
 */
const SOURCE_KINDS = ["LINK", "EMBED", "CAMPAIGN", "REF", "DIRECT", "BOX_OFFICE", "OTHER"] as const;

const figures = z.object({ opened: count, reserved: count, orders: count, tickets: count, revenue: money });

const row = figures
  .extend({
    kind: z.enum(SOURCE_KINDS).catch("OTHER"),
    link: ifReadable(z.object({ id, name: optional(z.string(), ""), kind: z.enum(LINK_KINDS).catch("LINK") })),
    ref: absentText,
    utm: ifReadable(
      z.object({ source: absentText, medium: absentText, campaign: absentText }).transform(withoutUndefined),
    ),
    embed: absentText,
  })
  .transform(withoutUndefined);

/** A row that cannot be read makes the report unreadable: without it the others would not add up. */
const report = z.preprocess(withCurrency, z.object({ rows: z.array(row), total: figures }));

/** The currency of the account, or of the event. */
function withCurrency(answer: unknown): unknown {
  const { currency, rows, total } = objectOf(answer);
  const named = Array.isArray(rows) ? rows.map((one: unknown) => inCurrency(one, currency)) : rows;
  return { rows: named, total: inCurrency(total, currency) };
}

/** What pages opened, how many tickets were ever reserved, and what was sold, without what was refunded. `orders`: one for each event of an order. */
export type SourceFigures = Readonly<z.output<typeof figures>>;
export type SourceRow = Readonly<z.output<typeof row>>;
export type SourcesReport = { readonly rows: readonly SourceRow[]; readonly total: SourceFigures };

type SourcesQuery = {
  /** ISO 8601, included. */
  readonly from: string;
  /** Not included. Absent: until now. */
  readonly to?: string;
  readonly event?: number | undefined;
};

/** Returns what each link, embed and campaign opened, reserved and sold; `undefined` where the service does not count it. */
export async function listSources(
  as: PromoterCredential,
  accountId: number,
  query: SourcesQuery,
): Promise<SourcesReport | undefined> {
  const account = pathTo`/account/${accountId}/sources`;
  const path = account && (`${account}${queryOf(query)}` as const);
  const call = {
    name: "listSources",
    method: "GET",
    path,
    answer: report,
    as,
    missing: MISSING_STATUSES,
    // It adds up all sales of the time: some seconds for a year of a large account.
    limitMs: writeLimitMs(),
  } as const;
  // With an event a 404 may be that of the event.
  const found = await (query.event === undefined ? requestExtension(call) : requestWithHeaders(call));
  return found?.value;
}
