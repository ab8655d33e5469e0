import { getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { changeVenue } from "#app/[locale]/promoter/venues/actions.ts";
import { VENUE_FIELDS } from "#app/[locale]/promoter/venues/venue-fields.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { getVenue } from "#lib/ticketing/manage/venues.ts";

type Props = PageProps<"/[locale]/promoter/venues/[venueId]">;

export const metadata = NOT_INDEXED;

export default promoterPage(VenuePage, ["MANAGE"]);

async function VenuePage({ params, searchParams }: Props, { credential, locale }: AtWork) {
  const id = idOf((await params).venueId);
  const venue = id && (await getVenue(credential, id));
  if (!venue) return undefined;
  const t = await getTranslations("Venues");
  return (
    <FormPage
      locale={locale}
      screen="Venues"
      fields={VENUE_FIELDS}
      action={changeVenue}
      opened={{ id, values: venue }}
      title={venue.name}
      text={t("onClock", { timeZone: venue.timeZone })}
      back={{ href: `/${locale}/promoter/venues`, label: t("title") }}
      saved={(await searchParams).saved}
    />
  );
}
