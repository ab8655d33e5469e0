import { getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { ListTabs } from "#app/[locale]/promoter/_components/list-tabs.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { listDecisions, otherDates } from "#lib/promoter/refund-decisions.ts";
import { DECISION_STATES } from "#lib/ticketing/manage/refund-requests.ts";
import { RequestCard, ReturnCard } from "./_components/request-cards.tsx";

type Props = PageProps<"/[locale]/promoter/refunds">;

export const metadata = NOT_INDEXED;

export default promoterPage(RefundRequestsPage, ["ORDERS"]);

const WORDS = { OPEN: { tab: "open", none: "noOpen" }, DECIDED: { tab: "past", none: "noPast" } } as const;
const DONE = ["decided", "declined"] as const;
const PAGE_MAX = 10_000;

/** What is decided about refunds of the account: requests, and what vouchers cannot take back. */
async function RefundRequestsPage({ searchParams }: Props, at: AtWork) {
  const { credential, accountId, locale } = at;
  const typed = await searchParams;
  const state = DECISION_STATES.find((one) => one === typed.state) ?? "OPEN";
  const page = Math.min(Math.max(1, Math.trunc(Number(typed.page)) || 1), PAGE_MAX);
  const found = await listDecisions(credential, accountId, { state, page });
  if (found === undefined) return <NotOffered locale={locale} />;

  const { requests, returns, open, pages } = found;
  const [t, others] = await Promise.all([
    getTranslations("RefundRequests"),
    state === "OPEN" ? otherDates(credential, accountId, requests, new Date()) : undefined,
  ]);
  const done = DONE.find((one) => one === typed.done);
  const to = (query: Readonly<Record<string, string>>) => `/${locale}/promoter/refunds?${new URLSearchParams(query)}`;
  return (
    <>
      <PageHeader title={t("title")} />
      {done !== undefined && (
        <FocusPanel tone="ok" role="status" announcement={Number(typed.saved) || 0} className="mb-5 py-3 font-semibold">
          {t(done)}
        </FocusPanel>
      )}
      <ListTabs
        label={t("title")}
        tabs={DECISION_STATES.map((one) => ({
          label: t(WORDS[one].tab, { count: open }),
          href: to({ state: one }),
          isCurrent: one === state,
        }))}
      />
      {requests.length + returns.length === 0 ? (
        <section aria-label={t("title")} className="rounded-xl border border-line bg-surface shadow-raise">
          <EmptyState title={t(WORDS[state].none)} text={t("noneText")} />
        </section>
      ) : (
        <ul className="flex flex-col gap-4">
          {returns.map((back) => (
            <ReturnCard key={`return ${back.id}`} back={back} at={at} />
          ))}
          {requests.map((request) => (
            <RequestCard key={request.id} request={request} otherDate={others?.get(request.id)} at={at} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <div className="mt-5">
          <Pager page={page} pages={pages} to={(next) => to({ state, page: String(next) })} />
        </div>
      )}
      <PageTitle>{t("title")}</PageTitle>
    </>
  );
}
