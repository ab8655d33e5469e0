import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { InFrame } from "#app/(frame)/[locale]/_components/in-frame.tsx";
import { FramePicker } from "#app/(frame)/[locale]/embed/events/[eventId]/_components/frame-picker.tsx";
import { PlaceTime } from "#components/calendar/own-time.tsx";
import { CodeLink } from "#components/picker/code-link.tsx";
import { KeepPresses } from "#components/picker/keep-presses.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { routing } from "#i18n/routing.ts";
import { wordsOf } from "#i18n/words.ts";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { catalogueOffering } from "#lib/catalogue/offerings.ts";
import type { Offering } from "#lib/domain/catalogue/offering.ts";
import { packPicker } from "#lib/picker/packed-picker.ts";
import { pickerDataOf } from "#lib/picker/picker-data-of.ts";
import { momentText, placeOf, rangeText, timeText } from "#lib/text/date-text.ts";

export const revalidate = 300;
export const dynamic = "error";

/** None is drawn beforehand: each is drawn when it is first asked for. */
export function generateStaticParams() {
  return [];
}

type Props = PageProps<"/[locale]/embed/events/[eventId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { value: event } = await eventOf(await params);
  return { title: event.name };
}

/** The picker of one event, inside a promoter's page. It knows no visitor, and holds nothing for anybody. */
export default async function EmbeddedEventPage({ params }: Props) {
  const { locale, eventId } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  const [t, common, { value: event, asOf }] = await Promise.all([
    getTranslations("Event"),
    getTranslations("Common"),
    eventOf({ eventId }),
  ]);
  const { value: offering, asOf: offeringAsOf = asOf } = await catalogueOffering(event.id);
  const { venue, saleStatus } = event;
  const now = new Date();
  const placeTime = common("placeTime", { place: placeOf(venue) });
  const words = wordsOf(locale).Event.picker;
  const data = offering && pickerDataOf(offering, { event, locale, placeTime, words, now });
  const staleNote =
    offeringAsOf && common("asOf", { time: `${timeText(offeringAsOf, locale, venue.timeZone)} ${placeTime}` });

  return (
    <>
      <InFrame event={event.id} />
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">
          <bdi>{event.name}</bdi>
        </h1>
        <p className="figures flex flex-wrap gap-x-4 text-ink-muted">
          <span>
            {whenOf(offering, locale, venue.timeZone, now)}{" "}
            {data?.dates.length === 1 && (
              <PlaceTime
                at={data.dates[0].startsAt}
                language={data.language}
                timeZone={venue.timeZone}
                text={placeTime}
              />
            )}
          </span>
          <bdi>{[venue.name, venue.city].filter(Boolean).join(", ")}</bdi>
        </p>
      </header>
      {saleStatus !== "ON_SALE" && (
        <Panel tone={saleStatus === "CANCELLED" ? "bad" : "plain"} className="flex flex-col gap-1">
          <h2 className="text-xl">
            {(saleStatus === "NOT_ON_SALE" && data?.dates[0].onSaleFrom) || t(`state.${saleStatus}`)}
          </h2>
          <p className="text-sm text-ink-muted">{t(`state.${saleStatus}_TEXT`)}</p>
        </Panel>
      )}
      {data === undefined && offering !== undefined && saleStatus === "NOT_ON_SALE" && (
        <CodeLink href={`/${locale}/events/${event.id}/tickets`} inFrame>
          {words.codePage}
        </CodeLink>
      )}
      {data !== undefined && (
        <>
          <KeepPresses />
          <FramePicker data={packPicker(data)} words={words} staleNote={staleNote} />
        </>
      )}
    </>
  );
}

async function eventOf({ eventId }: { readonly eventId: string }) {
  if (!/^[1-9]\d{0,14}$/.test(eventId)) notFound();
  const { value, ...rest } = await catalogueEvent(Number(eventId));
  return { value: value ?? notFound(), ...rest };
}

/** One date is named with its time; of more the picker names each. */
function whenOf(offering: Offering | undefined, locale: string, zone: string, now: Date): string | undefined {
  const starts = (offering?.groups ?? [])
    .map(({ startsAt }) => startsAt)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const [first] = starts;
  const last = starts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return first === last ? momentText(first, locale, zone, "short") : rangeText(first, last, locale, zone, now);
}
