import { getTranslations } from "next-intl/server";
import { ListPage } from "#app/[locale]/promoter/_components/list-page.tsx";
import { ListTabs } from "#app/[locale]/promoter/_components/list-tabs.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { Select } from "#components/ui/select.tsx";
import { listAddress, listQueryIn } from "#lib/promoter/list-query.ts";
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
  const path = `/${locale}/promoter/events`;
  const { q, sort = "" } = query;
  const { state, page, hasStates } = found;
  return (
    <ListPage
      path={path}
      words={{
        title: t("events"),
        search: tPromoter("search"),
        none: t(`noEvents.${state}`),
        noneText: tPromoter("noneText"),
        nothing: tPromoter("nothing"),
        nothingText: tPromoter("nothingText"),
        clear: tPromoter("clear"),
      }}
      q={q}
      found={found}
      {...(hasStates && { parameters: { state, sort } })}
      error={typed.refused === undefined ? undefined : tPromoter("notManager")}
      tabs={
        hasStates && (
          <ListTabs
            label={t("whichEvents")}
            tabs={EVENT_STATES.map((one) => ({
              label: t(`states.${one}`),
              href: listAddress(path, { state: one, q, sort }),
              isCurrent: one === state,
            }))}
          />
        )
      }
      filters={
        hasStates && (
          <>
            <input type="hidden" name="state" value={state} />
            <Select
              name="sort"
              aria-label={t("sort")}
              defaultValue={sort}
              className="max-sm:order-last max-sm:w-full sm:w-56"
            >
              <option value="">{t("sorts.date")}</option>
              <option value="name">{t("sorts.name")}</option>
            </Select>
          </>
        )
      }
    >
      <EventTable caption={t(`states.${state}`)} found={found} query={{ ...query, state, page }} now={now} at={at} />
    </ListPage>
  );
}

/** Returns what an address asks for. What it does not say, or says wrongly, is as in the first page of what is ahead. */
function queryIn(typed: Awaited<Props["searchParams"]>): EventQuery {
  return {
    ...listQueryIn(typed),
    state: EVENT_STATES.find((one) => one === typed.state) ?? "COMING",
    sort: EVENT_SORTS.find((one) => one === typed.sort),
  };
}
