import { getTranslations } from "next-intl/server";
import { mayTryCodes } from "#lib/cart/change-codes.ts";
import { unknownCodes, withinCodeTries } from "#lib/cart/code-tries.ts";
import { CODES_LENGTH_MAX, parseLines, textOf } from "#lib/catalogue/event-link.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { networkOfHeaders } from "#lib/security/network.ts";
import { quote } from "#lib/ticketing/codes.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";

/** Returns the price of a selection after savings, as a text; an empty one without savings. */
export async function GET(request: Request, { params }: RouteContext<"/api/quote/[eventId]">): Promise<Response> {
  const { eventId } = await params;
  const query = new URL(request.url).searchParams;
  const locale = localeFrom(query.get("locale"));
  const codes = textOf(query.get("code"), CODES_LENGTH_MAX) ?? "";
  const wanted = parseLines(query);
  if (!/^[1-9]\d{0,14}$/.test(eventId) || wanted.length === 0) return answer(404, { says: "" });
  if (!(await mayTryCodes(codes, "quotePerNetwork"))) return answer(429, { says: "" });

  const check = async () => ({ quoted: await quote(Number(eventId), wanted, { codes }) });
  const unknownIn = ({ quoted }: Awaited<ReturnType<typeof check>>) => unknownCodes(quoted?.codes ?? []);
  const network = networkOfHeaders(request.headers);
  const checked = await withinCodeTries(network, codes, check, unknownIn).catch(() => "not_known" as const);
  if (checked === "not_known") return answer(503, { says: "" });
  if ("waitSeconds" in checked) return answer(429, { says: "" });
  const { quoted } = checked;
  if (quoted === undefined || quoted.savings.length === 0) return answer(200, { says: "" });
  const t = await getTranslations({ locale, namespace: "Event" });
  const names = new Intl.ListFormat(locale).format(new Set(quoted.savings.map(({ name }) => name)));
  return answer(200, { says: t("quoteSaves", { total: formatMoney(quoted.total, locale), names }) });
}

function answer(status: number, body: { readonly says: string }): Response {
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  return Response.json(body, { status, headers });
}
