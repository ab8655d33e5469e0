import { getTranslations } from "next-intl/server";
import { mayTryCodes } from "#lib/cart/change-codes.ts";
import { unknownCodes, withinCodeTries } from "#lib/cart/code-tries.ts";
import { CODES_LENGTH_MAX, parseLines, textOf } from "#lib/catalogue/event-link.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { networkOfHeaders } from "#lib/security/network.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";
import { quote } from "#lib/ticketing/codes.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";

/** Returns the price of a selection after savings, and instead of what, as texts; empty ones without savings. */
export const GET = answeredRoute(async (request: Request, { params }: RouteContext<"/api/quote/[eventId]">) => {
  const { eventId } = await params;
  const query = new URL(request.url).searchParams;
  const locale = localeFrom(query.get("locale"));
  const codes = textOf(query.get("code"), CODES_LENGTH_MAX) ?? "";
  const wanted = parseLines(query);
  if (!/^[1-9]\d{0,14}$/.test(eventId) || wanted.length === 0) return answer(404, NOTHING_SAVED);
  if (!(await mayTryCodes(codes, "quotePerNetwork"))) return answer(429, NOTHING_SAVED);

  const check = async () => ({ quoted: await quote(Number(eventId), wanted, { codes }) });
  const unknownIn = ({ quoted }: Awaited<ReturnType<typeof check>>) => unknownCodes(quoted?.codes ?? []);
  const network = networkOfHeaders(request.headers);
  const checked = await withinCodeTries(network, codes, check, unknownIn);
  if ("waitSeconds" in checked) return answer(429, NOTHING_SAVED);
  const { quoted } = checked;
  if (quoted === undefined || quoted.savings.length === 0) return answer(200, NOTHING_SAVED);
  const t = await getTranslations({ locale, namespace: "Event" });
  const names = new Intl.ListFormat(locale).format(new Set(quoted.savings.map(({ name }) => name)));
  const says = t("quoteSaves", { before: formatMoney(quoted.subtotal, locale), names });
  const total = isZero(quoted.total) ? wordsOf(locale).Common.free : formatMoney(quoted.total, locale);
  return answer(200, { total, says });
});

const NOTHING_SAVED = { total: "", says: "" };

function answer(status: number, body: typeof NOTHING_SAVED): Response {
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  return Response.json(body, { status, headers });
}
