import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
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
const QUERY_MAX = 200;

/** The account's venues, with their sections and layouts. */
async function VenuesPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const typed = await searchParams;
  const q = String([typed.q].flat()[0] ?? "").slice(0, QUERY_MAX);
  const page = Math.max(1, Math.trunc(Number(typed.page)) || 1);
  const [found, t] = await Promise.all([
    listVenues(credential, accountId, { q, page, pageSize: PAGE_SIZE }),
    getTranslations("Venues"),
  ]);
  if (found === undefined) return <NotOffered locale={locale} />;
  const list = `/${locale}/promoter/venues`;
  const add = (
    <a href={`${list}/new` as Route} className={buttonClass()}>
      {t("add")}
    </a>
  );
  return (
    <>
      <PageHeader title={t("title")}>{add}</PageHeader>
      <FindForm action={list} label={t("search")} q={q} className="mb-4 max-w-2xl" />
      <section aria-label={t("title")} className="rounded-xl border border-line bg-surface shadow-raise">
        {found.venues.length > 0 ? (
          <TableList
            caption={t("title")}
            rows={found.venues}
            keyOf={({ id }) => id}
            name={{
              heading: t("name"),
              cell: ({ id, name }) => (
                <a href={`${list}/${id}` as Route} className="tap underline underline-offset-4">
                  <bdi>{name}</bdi>
                </a>
              ),
            }}
            columns={[
              { heading: t("city"), kind: "wide", cell: ({ address }) => <bdi>{address.city}</bdi> },
              {
                heading: t("sections"),
                kind: "text",
                cell: ({ sections }) =>
                  sections.map(({ id, name, capacity }) => (
                    <span key={id} className="block">
                      <bdi>{name}</bdi>{" "}
                      <span className="figures text-ink-muted">{t("placesOf", { count: capacity })}</span>
                    </span>
                  )),
              },
              {
                heading: t("layouts"),
                kind: "text",
                cell: ({ configurations }) =>
                  configurations.map(({ id, name }) => (
                    <bdi key={id} className="block">
                      {name}
                    </bdi>
                  )),
              },
            ]}
          />
        ) : q === "" ? (
          <EmptyState title={t("none")} text={t("noneText")}>
            {add}
          </EmptyState>
        ) : (
          <EmptyState title={t("nothing")} text={t("nothingText")}>
            <a href={list as Route} className={buttonClass("secondary")}>
              {t("clear")}
            </a>
          </EmptyState>
        )}
      </section>
      <Pager
        page={page}
        pages={Math.ceil(found.total / PAGE_SIZE)}
        to={(to) => `${list}?${new URLSearchParams({ ...(q !== "" && { q }), page: String(to) })}`}
      />
      <PageTitle>{t("title")}</PageTitle>
    </>
  );
}
