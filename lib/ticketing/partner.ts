import "server-only";

import { z } from "zod";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { parseDay } from "#lib/ticketing/model/day.ts";
import { inCurrency } from "#lib/ticketing/wire/in-currency.ts";
import { absent, count, ifReadable, instant, money, objectOf, ref } from "#lib/ticketing/wire/shapes.ts";

/** The revenue is there where the promoter shows it to the partner. */
const figures = { opened: count, orders: count, tickets: count, revenue: absent(money) };

const results = z.preprocess(
  withCurrency,
  z.object({
    account: ref,
    link: z.object({ name: z.string(), ended: ifReadable(instant) }),
    total: z.object(figures),
    days: z.array(z.object({ day: z.string().refine((text) => parseDay(text) !== undefined), ...figures })),
  }),
);

function withCurrency(answer: unknown): unknown {
  const { currency, total, days, ...rest } = objectOf(answer);
  const named = Array.isArray(days) ? days.map((day: unknown) => inCurrency(day, currency)) : days;
  return { ...rest, total: inCurrency(total, currency), days: named };
}

/** What a link opened and sold, as its partner may see it. `days`: those of the last 90 with anything, in UTC, the newest first. */
type PartnerResults = Readonly<z.output<typeof results>>;
export type PartnerFigures = PartnerResults["total"];

/** Returns whether a text has the form of a partner's key. */
export function isPartnerKey(text: string): boolean {
  return /^[A-Za-z0-9]{26}$/.test(text);
}

/** Returns what the link of a partner's key opened and sold; `undefined` where the key is unknown or ended, or the service has no partners. */
export async function getPartnerResults(key: string): Promise<PartnerResults | undefined> {
  if (!isPartnerKey(key)) return undefined;
  return request({
    name: "getPartnerResults",
    method: "POST",
    path: "/partner",
    body: { key },
    answer: results,
    missing: MISSING_STATUSES,
    isRepeated: true,
  });
}
