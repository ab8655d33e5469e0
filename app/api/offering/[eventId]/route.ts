import { revealedOffering } from "#app/revealed-offering.ts";
import { mayTryCodes } from "#lib/cart/change-codes.ts";
import { CODES_LENGTH_MAX, textOf } from "#lib/catalogue/event-link.ts";
import { packPicker } from "#lib/catalogue/picker/compact-picker.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

/** Returns the picker data with these codes. The page itself is cached without codes. */
export const GET = answeredRoute(async (request: Request, { params }: RouteContext<"/api/offering/[eventId]">) => {
  const { eventId } = await params;
  const query = new URL(request.url).searchParams;
  const locale = localeFrom(query.get("locale"));
  const codes = textOf(query.get("codes"), CODES_LENGTH_MAX) ?? "";
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return answer(404, { known: false });
  if (!(await mayTryCodes(codes, "revealPerNetwork"))) return answer(429, { known: false });

  const found = await revealedOffering(Number(eventId), codes, locale);
  if (found === undefined) return answer(404, { known: false });
  const { picker, codeText, codeTextFirst, isCodeRefused, isCodeAccepted, opensNone } = found;
  return answer(200, {
    picker: picker ? packPicker(picker) : null,
    says: codeText,
    saysFirst: codeTextFirst,
    isRefused: isCodeRefused,
    isAccepted: isCodeAccepted,
    opensNone,
  });
});

function answer(status: number, body: object): Response {
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  return Response.json(body, { status, headers });
}
