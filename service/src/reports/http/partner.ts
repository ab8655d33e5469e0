import { z } from "zod";
import { LINK_KINDS } from "#src/offering/domain/link.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { ref, toRef } from "#src/platform/http/shapes.ts";
import { getPartnerReport, type PartnerFigures } from "#src/reports/use-cases/partner.ts";

const figures = {
  opened: z.int(),
  orders: z.int(),
  tickets: z.int(),
  /** Where the promoter shows it to the partner. */
  revenue: z.number().optional(),
};

export const PARTNER_CALLS = [
  declareCall({
    method: "POST",
    path: "/partner",
    isExtension: true,
    summary:
      "What the link of a partner's key opened and sold in the last 90 days, by days in UTC, the newest first; of a day without anything there is no row. An ended link still has its results, an ended key has none",
    access: ["PUBLIC"],
    body: z.strictObject({ key: z.string().max(100) }),
    answer: z.object({
      account: ref,
      link: z.object({
        name: z.string(),
        ref: z.string(),
        kind: z.enum(LINK_KINDS),
        ended: z.string().nullable(),
      }),
      currency: z.string().length(3),
      total: z.object(figures),
      days: z.array(z.object({ day: z.string(), ...figures })),
    }),
    handle: async ({ runtime, caller, body }) => {
      const found = await getPartnerReport(runtime, caller, body.key);
      if (found === undefined) return missing("key", "partner");
      const { link, total, days } = found;
      const { name, ref, kind, endedAt } = link;
      const { currency } = caller.account;
      const shown = ({ revenueMinor, opened, orders, tickets }: PartnerFigures) => {
        const revenue = Number(toDecimal({ minor: revenueMinor, currency }));
        return { opened, orders, tickets, ...(link.partnerRevenue && { revenue }) };
      };
      return answer({
        account: toRef("account", caller.account),
        link: { name, ref, kind, ended: endedAt && formatInstant(endedAt, "UTC") },
        currency,
        total: shown(total),
        days: days.map(({ day, ...of }) => ({ day, ...shown(of) })),
      });
    },
  }),
];
