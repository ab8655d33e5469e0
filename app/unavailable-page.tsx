import { OnSaleNow } from "#components/events/on-sale-now.tsx";
import { ErrorPage, type PlaceWords } from "#components/site/error-page.tsx";
import { lastKnownOnSale } from "#lib/catalogue/events.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

type UnavailablePageProps = { readonly locale: string; readonly words?: PlaceWords };

/** The page shown while the ticketing service does not answer, with the next events as they were last known. */
export async function UnavailablePage({ locale, words }: UnavailablePageProps) {
  const { events, asOf } = await lastKnownOnSale();
  const look = { pictures: await picturesOf(events), brandHue: await currentHue() };
  return (
    <div className="flex flex-col gap-10 pb-10">
      <ErrorPage words={words} isListBelow={events.length > 0} />
      {events.length > 0 && (
        <div className="gutter mx-auto w-full max-w-6xl">
          <OnSaleNow events={events} asOf={asOf} locale={locale} {...look} />
        </div>
      )}
    </div>
  );
}
