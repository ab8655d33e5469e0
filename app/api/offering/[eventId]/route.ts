import { hasLocale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { placeOf } from "#components/date-text.ts";
import { packPicker } from "#components/picker/packed.ts";
import { pickerDataOf } from "#components/picker/picker-data-of.ts";
import { routing } from "#i18n/routing.ts";
import { wordsOf } from "#i18n/words.ts";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { LINK_CODE_MAX } from "#lib/domain/event-link.ts";
import { ticketTypesOf } from "#lib/domain/offering.ts";
import { withinLimit } from "#lib/memory/limits.ts";
import { visitorNetwork } from "#lib/session/address.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

/** What an Event has on sale for whoever knows these codes. The page itself is drawn once for everybody, without any. */
export async function GET(request: Request, { params }: RouteContext<"/api/offering/[eventId]">): Promise<Response> {
  const { eventId } = await params;
  const query = new URL(request.url).searchParams;
  const asked = query.get("locale");
  const locale = hasLocale(routing.locales, asked) ? asked : routing.defaultLocale;
  const revealCodes = (query.get("codes") ?? "").slice(0, LINK_CODE_MAX);
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return answer(404, { known: false });
  // Each try is a guess at a code; a page that shows what a code revealed asks four times a minute.
  if (!(await withinLimit("revealPerNetwork", await visitorNetwork()))) return answer(429, { known: false });

  const found = await Promise.all([catalogueEvent(Number(eventId)), getOffering(Number(eventId), { revealCodes })])
    .then(([{ value: event }, offering]) => event && offering && { event, offering })
    .catch(() => "not_known" as const);
  if (found === "not_known") return answer(503, { known: false });
  if (found === undefined) return answer(404, { known: false });

  const { event, offering } = found;
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace: "Event" }),
    getTranslations({ locale, namespace: "Common" }),
  ]);
  const placeTime = common("placeTime", { place: placeOf(event.venue) });
  const picker = pickerDataOf(offering, {
    event,
    locale,
    placeTime,
    words: wordsOf(locale).Event.picker,
    now: new Date(),
  });
  const revealed = new Set(
    offering.groups.flatMap(ticketTypesOf).flatMap(({ name, revealed }) => (revealed ? [name] : [])),
  );
  return answer(200, {
    picker: picker ? packPicker(picker) : null,
    says:
      revealed.size === 0
        ? t("codeShowsNothing")
        : t("codeShows", { names: new Intl.ListFormat(locale).format(revealed) }),
  });
}

function answer(status: number, body: object): Response {
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  return Response.json(body, { status, headers });
}
