import { z } from "zod";
import { LINK_KINDS } from "#src/offering/domain/link.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import { answer, declareCall, missing, refuse } from "#src/platform/http/call.ts";
import { because, row } from "#src/platform/http/error-rows.ts";
import { instant } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { done, id, idParams, idText, ref, toRef } from "#src/platform/http/shapes.ts";
import { kindOfSource, SOURCE_KINDS, type SourceFigures, totalOfSources } from "#src/reports/domain/source.ts";
import { countOpened, listSources } from "#src/reports/use-cases/sources.ts";
import { short } from "#src/reservations/http/source-shape.ts";

const COUNTS_MAX = 1_000;
/** More views of one page than a storefront has in an hour. */
const COUNT_MAX = 100_000_000;
const HOUR_MS = 60 * 60 * 1_000;

const utm = { source: short.optional(), medium: short.optional(), campaign: short.optional() };

const wholeHour = instant.refine((time) => time.getTime() % HOUR_MS === 0, {
  error: "a whole hour is expected",
  params: because("wrong_format"),
});

const opened = z.strictObject({
  ref: short.optional(),
  utm: z.strictObject(utm).optional(),
  embed: short.optional(),
  /** Absent: a page of no event. */
  event: id.optional(),
  /** It counts for nothing, and may be left out. */
  kind: z.enum(["PAGE", "EMBED"]).optional(),
  hour: wholeHour,
  count: z.int().min(1).max(COUNT_MAX),
});

const figures = {
  /** Page views. Anyone may invent one, and a page without script has none. */
  opened: z.int(),
  /** Tickets that were ever reserved, but for those that their buyer gave back. */
  reserved: z.int(),
  /** Sales: one for each event of an order. */
  orders: z.int(),
  /** Valid tickets. */
  tickets: z.int(),
  /** Without fees and what was refunded, of the sales in this currency. */
  revenue: z.number(),
};

const sourceRow = named(
  "SourceRow",
  z.object({
    kind: z.enum(SOURCE_KINDS),
    link: ref.extend({ kind: z.enum(LINK_KINDS) }).nullable(),
    ref: z.string().nullable(),
    utm: z.object(utm).nullable(),
    embed: z.string().nullable(),
    ...figures,
  }),
);

export const SOURCE_CALLS = [
  declareCall({
    method: "POST",
    path: "/sources/opened",
    isExtension: true,
    summary:
      "Add views of pages that a link, an embed or a campaign opened, by the hour of the last two days: `ref` counts, else `embed`, else `utm`. Of names that are no link and no site of the account, the first 200 of a day count, the others together",
    access: ["PUBLIC"],
    body: z.strictObject({ counts: z.array(opened).max(COUNTS_MAX) }),
    answer: done,
    async handle({ runtime, caller, body }) {
      const pages = body.counts.map(({ ref, utm, embed, event, hour, count }) => ({
        source: { ref, utm, embed },
        eventId: event,
        hour,
        count,
      }));
      const outcome = await countOpened(runtime, caller, pages);
      if (outcome.ok) return answer({ successful: true as const, messages: [] });
      const path = `counts[${outcome.at}].hour`;
      const reason = outcome.refusal === "to_come" ? "too_large" : "too_small";
      return refuse(400, [row(path, reason, `${path}: an hour of the last two days is expected.`)]);
    },
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/sources",
    isExtension: true,
    summary:
      "What each link, embed and campaign opened, reserved and sold, by the time of the reservation. `from` is included, `to` is not. The rows add up to `total`, and that to all sales. Of names without a link the 200 with the most tickets have rows, the others are in OTHER",
    access: ["REPORTS"],
    params: idParams,
    query: z.strictObject({ from: instant.optional(), to: instant.optional(), event: idText.optional() }),
    answer: z.object({ currency: z.string().length(3), rows: z.array(sourceRow), total: z.object(figures) }),
    async handle({ runtime, caller, query }) {
      const found = await listSources(runtime, caller, query);
      if (found === undefined) return missing("event", "event");
      const { currency, rows } = found;
      return answer({
        currency,
        rows: rows.map(({ source, ...of }) => ({
          kind: kindOfSource(source),
          link: source.link ? { ...toRef("link", source.link), kind: source.link.kind } : null,
          ref: source.ref ?? null,
          utm: source.utm ?? null,
          embed: source.embed ?? null,
          ...toFigures(of, currency),
        })),
        total: toFigures(totalOfSources(rows), currency),
      });
    },
  }),
];

function toFigures({ revenueMinor, ...counts }: SourceFigures, currency: string) {
  return { ...counts, revenue: Number(toDecimal({ minor: revenueMinor, currency })) };
}
