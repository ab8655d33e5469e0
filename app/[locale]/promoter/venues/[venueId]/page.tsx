import { getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { changeVenue, createVenue } from "#app/[locale]/promoter/venues/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { getVenue, NEW_VENUE_FIELDS, VENUE_FIELDS } from "#lib/ticketing/manage/venues.ts";

type Props = PageProps<"/[locale]/promoter/venues/[venueId]">;

export const metadata = NOT_INDEXED;

export default promoterPage(VenuePage, ["MANAGE"]);

/** A venue; at `new` the form of one that there is not yet. */
async function VenuePage({ params, searchParams }: Props, { credential, locale }: AtWork) {
  const { venueId } = await params;
  const t = await getTranslations("Venues");
  const page = { locale, screen: "Venues", back: { href: `/${locale}/promoter/venues`, label: t("title") } } as const;
  if (venueId === "new") return <FormPage {...page} fields={NEW_VENUE_FIELDS} action={createVenue} title={t("add")} />;

  const id = idOf(venueId);
  const venue = id && (await getVenue(credential, id));
  if (!venue) return undefined;
  return (
    <FormPage
      {...page}
      fields={VENUE_FIELDS}
      action={changeVenue}
      opened={{ id, values: venue }}
      title={venue.name}
      text={t("onClock", { timeZone: venue.timeZone })}
      saved={(await searchParams).saved}
    />
  );
}
