import { getTranslations } from "next-intl/server";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import type { PickerData } from "#lib/catalogue/picker/picker-data.ts";
import { pickerDataOf } from "#lib/catalogue/picker/picker-data-of.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import { ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

type RevealedOffering = {
  readonly event: Event;
  readonly picker: PickerData | undefined;
  /** The effect of the codes, as a text. */
  readonly codeText: string;
};

/** Returns an Event's offering with these codes; `undefined` where the Event does not exist. */
export async function revealedOffering(
  eventId: number,
  revealCodes: string,
  locale: Locale,
): Promise<RevealedOffering | undefined> {
  const [{ value: event }, offering] = await Promise.all([
    catalogueEvent(eventId),
    getOffering(eventId, { revealCodes }),
  ]);
  if (event === undefined || offering === undefined) return undefined;
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace: "Event" }),
    getTranslations({ locale, namespace: "Common" }),
  ]);
  const placeTime = common("placeTime", { place: placeOf(event.venue) });
  const words = wordsOf(locale).Event.picker;
  const types = offering.groups.flatMap(ticketTypesOf);
  const revealed = new Set(types.flatMap(({ name, revealed }) => (revealed ? [name] : [])));
  return {
    event,
    picker: pickerDataOf(offering, { event, locale, placeTime, words, now: new Date() }),
    codeText:
      revealed.size > 0
        ? t("codeShows", { names: new Intl.ListFormat(locale).format(revealed) })
        : revealCodes.trim() === ""
          ? ""
          : t("codeShowsNothing"),
  };
}
