import { getMessages, getTranslations } from "next-intl/server";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { ListPage, linkedName } from "#app/[locale]/promoter/_components/list-page.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { listQueryIn, readPage } from "#lib/promoter/list-query.ts";
import { listVenues } from "#lib/ticketing/manage/venues.ts";

type Props = PageProps<"/[locale]/promoter/venues">;

export const metadata = NOT_INDEXED;

export default promoterPage(VenuesPage, ["MANAGE"]);

/** The account's venues, with their sections and layouts. */
async function VenuesPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const query = listQueryIn(await searchParams);
  const [found, t, { Venues }] = await Promise.all([
    readPage(query, (part) => listVenues(credential, accountId, part)),
    getTranslations("Venues"),
    getMessages(),
  ]);
  if (found === undefined) return <NotOffered locale={locale} />;
  const path = `/${locale}/promoter/venues`;
  return (
    <ListPage path={path} words={Venues} q={query.q} found={found}>
      <TableList
        caption={t("title")}
        rows={found.venues}
        keyOf={({ id }) => id}
        name={linkedName(path, t("name"))}
        columns={[
          { heading: t("city"), kind: "wide", cell: ({ address }) => <bdi>{address.city}</bdi> },
          {
            heading: t("sections"),
            kind: "wide",
            cell: ({ sections }) =>
              sections.map(({ id, name, capacity }) => (
                <span key={id} className="block">
                  <bdi>{name}</bdi> <span className="figures text-ink-muted">{t("placesOf", { count: capacity })}</span>
                </span>
              )),
          },
          {
            heading: t("layouts"),
            kind: "wide",
            cell: ({ configurations }) =>
              configurations.map(({ id, name }) => (
                <bdi key={id} className="block">
                  {name}
                </bdi>
              )),
          },
        ]}
      />
    </ListPage>
  );
}
