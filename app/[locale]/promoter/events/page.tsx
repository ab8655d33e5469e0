import { getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { ListTabs } from "#app/[locale]/promoter/_components/list-tabs.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { FindForm } from "#components/events/find-events.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Select } from "#components/ui/select.tsx";
import { EVENT_SORTS, type EventQuery, listOwnEvents } from "#lib/promoter/own-events.ts";
import { EVENT_STATES } from "#lib/ticketing/manage/event-lists.ts";
import { EventTable } from "./_components/event-table.tsx";

type Props = PageProps<"/[locale]/promoter/events">;

export const metadata = NOT_INDEXED;

export default promoterPage(EventsPage, ["ORDERS", "BOX_OFFICE"]);

/** The events of the account: those ahead, drafts, and past ones. */
async function EventsPage({ searchParams }: Props, at: AtWork) {
  const { locale } = at;
  const typed = await searchParams;
  const query = queryIn(typed);
  const now = new Date();
  const [found, t, tPromoter] = await Promise.all([
    listOwnEvents(at, query, now),
    getTranslations("Manage"),
    getTranslations("Promoter"),
  ]);
  const { state, q, sort = "" } = query;
  const { events, page, pages, hasStates } = found;
  const to = (changed: Readonly<Record<string, string>>) =>
    `/${locale}/promoter/events?${new URLSearchParams({ state, ...(q !== "" && { q }), ...(sort !== "" && { sort }), ...changed })}`;
  return (
    <>
      <PageHeader title={t("events")} />
      {typed.refused !== undefined && (
        <Panel tone="warn" role="alert" className="mb-5">
          {tPromoter("notManager")}
        </Panel>
      )}
      {hasStates && (
        <ListTabs
          label={t("whichEvents")}
          tabs={EVENT_STATES.map((one) => ({
            label: t(`states.${one}`),
            href: to({ state: one }),
            isCurrent: one === state,
          }))}
        />
      )}
      <FindForm
        action={`/${locale}/promoter/events`}
        label={tPromoter("search")}
        q={q}
        className="mb-4 max-w-2xl flex-wrap"
      >
        <input type="hidden" name="state" value={state} />
        {hasStates && (
          <Select
            name="sort"
            aria-label={t("sort")}
            defaultValue={sort}
            className="max-sm:order-last max-sm:w-full sm:w-56"
          >
            <option value="">{t("sorts.date")}</option>
            <option value="name">{t("sorts.name")}</option>
          </Select>
        )}
      </FindForm>
      <section aria-label={t(`states.${state}`)} className="rounded-xl border border-line bg-surface shadow-raise">
        {events.length === 0 ? (
          <EmptyState
            title={q === "" ? t(`noEvents.${state}`) : tPromoter("nothing")}
            text={q === "" ? t("noEventsText") : tPromoter("nothingText")}
          >
            {q !== "" && (
              <a href={`/${locale}/promoter/events?state=${state}`} className={buttonClass("secondary")}>
                {tPromoter("clear")}
              </a>
            )}
          </EmptyState>
        ) : (
          <EventTable caption={t(`states.${state}`)} found={found} query={{ ...query, page }} now={now} at={at} />
        )}
      </section>
      {pages > 1 && (
        <div className="mt-5">
          <Pager page={page} pages={pages} to={(next) => to({ page: String(next) })} />
        </div>
      )}
      <PageTitle>{titleWithError(t("events"), locale, typed.refused !== undefined)}</PageTitle>
    </>
  );
}

const QUERY_MAX = 200;
const PAGE_MAX = 10_000;

/** Returns what an address asks for. What it does not say, or says wrongly, is as in the first page of what is ahead. */
function queryIn(typed: Awaited<Props["searchParams"]>): EventQuery {
  const text = (name: string) => String([typed[name]].flat()[0] ?? "");
  const page = Math.trunc(Number(text("page"))) || 1;
  return {
    state: EVENT_STATES.find((one) => one === text("state")) ?? "COMING",
    q: text("q").trim().slice(0, QUERY_MAX),
    sort: EVENT_SORTS.find((one) => one === text("sort")),
    page: Math.min(Math.max(1, page), PAGE_MAX),
  };
}
