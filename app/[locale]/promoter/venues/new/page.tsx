import { getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { createVenue } from "#app/[locale]/promoter/venues/actions.ts";
import { NEW_VENUE_FIELDS } from "#app/[locale]/promoter/venues/venue-fields.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";

export const metadata = NOT_INDEXED;

export default promoterPage(NewVenuePage, ["MANAGE"]);

async function NewVenuePage(_props: PageProps<"/[locale]/promoter/venues/new">, { locale }: AtWork) {
  const t = await getTranslations("Venues");
  return (
    <FormPage
      locale={locale}
      screen="Venues"
      fields={NEW_VENUE_FIELDS}
      action={createVenue}
      title={t("add")}
      back={{ href: `/${locale}/promoter/venues`, label: t("title") }}
    />
  );
}
