import { getTranslations } from "next-intl/server";
import { type AtWork, atWork } from "#app/[locale]/promoter/as-promoter.ts";
import { isOpenedCounted, kindName, sourceName } from "#app/[locale]/promoter/reports/sources/source-texts.ts";
import { sourcesOf } from "#app/[locale]/promoter/reports/sources/sources-of.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { csvOf } from "#lib/promoter/csv.ts";
import { actionAtWork } from "#lib/promoter/pages-at-work.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { currentPromoter } from "#lib/promoter/sign-in/session.ts";
import { answeredRoute, CredentialRefused, NotPermitted } from "#lib/ticketing/client/fault.ts";
import type { SourceFigures, SourcesReport } from "#lib/ticketing/manage/sources.ts";
import { toDecimal } from "#lib/ticketing/model/money.ts";

type Params = { readonly params: Promise<{ readonly locale: string }> };

/** Returns the rows and the sums of the page as a file. */
export const GET = answeredRoute(async (request: Request, { params }: Params): Promise<Response> => {
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return new Response(null, { status: 404 });
  const at = atWork(signedIn, localeFrom((await params).locale));
  if (!isAllowed(["REPORTS"], at.promoter.capabilities)) return new Response(null, { status: 403 });
  return actionAtWork(() => file(at, Object.fromEntries(new URL(request.url).searchParams)).catch(refusal));
});

async function file(at: AtWork, query: Readonly<Record<string, string>>): Promise<Response> {
  const found = await sourcesOf(at, query, new Date());
  if (found?.report === undefined) return new Response(null, { status: 404 });
  const { from, to = found.today } = found.query;
  const name = `sources-${from}-${to}.csv`;
  return new Response(csvOf(await linesOf(found.report, at.locale)), {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="${name}"` },
  });
}

async function linesOf({ rows, total }: SourcesReport, locale: AtWork["locale"]) {
  const t = await getTranslations({ locale, namespace: "Reports" });
  const sold = ({ reserved, orders, tickets, revenue }: SourceFigures) => [
    reserved,
    orders,
    tickets,
    toDecimal(revenue),
    revenue.currency,
  ];
  const headings = ["opened", "reserved", "orders", "tickets", "revenue", "currency"] as const;
  return [
    [
      t("source"),
      t("kind"),
      "ref",
      "utm_source",
      "utm_medium",
      "utm_campaign",
      "embed",
      ...headings.map((one) => t(one)),
    ],
    ...rows.map((row) => [
      sourceName(row, t),
      kindName(row, t),
      row.ref ?? "",
      row.utm?.source ?? "",
      row.utm?.medium ?? "",
      row.utm?.campaign ?? "",
      row.embed ?? "",
      isOpenedCounted(row) ? row.opened : "",
      ...sold(row),
    ]),
    [t("all"), "", "", "", "", "", "", total.opened, ...sold(total)],
  ];
}

/** A credential or a right that ended since the promoter signed in. */
function refusal(fault: unknown): Response {
  if (fault instanceof CredentialRefused) return new Response(null, { status: 404 });
  if (fault instanceof NotPermitted) return new Response(null, { status: 403 });
  throw fault;
}
