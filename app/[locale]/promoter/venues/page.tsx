import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { FindForm } from "#components/events/find-events.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { listVenues } from "#lib/ticketing/manage/venues.ts";

type Props = PageProps<"/[locale]/promoter/venues">;

export const metadata = NOT_INDEXED;

export default promoterPage(VenuesPage, ["MANAGE"]);

const PAGE_SIZE = 50;

/** The account's venues, with the search for name or city in the address. */
async function VenuesPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const query = await searchParams;
  const q = String([query.q].flat()[0] ?? "").slice(0, 200);
  const page = Math.max(1, Number.parseInt(String(query.page), 10) || 1);
  const found = await listVenues(credential, accountId, { q, page, pageSize: PAGE_SIZE });
  const t = await getTranslations("Venues");
  if (found === undefined) return undefined;
  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-6 py-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">{t("title")}</h1>
        <a href={`/${locale}/promoter/venues/new` as Route} className={buttonClass()}>
          {t("add")}
        </a>
      </div>
      <FindForm action={`/${locale}/promoter/venues`} label={t("search")} q={q} className="sm:max-w-96" />
      <ul className="flex flex-col ruled rounded-xl border border-line bg-surface">
        {found.venues.map(({ id, name, address }) => (
          <li key={id} className="p-4">
            <a href={`/${locale}/promoter/venues/${id}` as Route}>{name}</a> {address.city}
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(found.total / PAGE_SIZE)}
        to={(to) => `/${locale}/promoter/venues?${new URLSearchParams({ ...(q !== "" && { q }), page: String(to) })}`}
      />
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}
