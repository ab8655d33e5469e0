import { FilePen, MailX, Undo2 } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { cache, type ReactNode } from "react";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { NextDates, Today } from "#app/[locale]/promoter/_components/home-dates.tsx";
import { NotAllowed } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { type ToDo, ToDoList } from "#app/[locale]/promoter/_components/to-do-list.tsx";
import { nameOf } from "#app/[locale]/promoter/as-promoter.ts";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { screensFor } from "#app/[locale]/promoter/screens.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { momentText, placeOf } from "#lib/i18n/date-text.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { comingDates } from "#lib/promoter/coming-dates.ts";
import { openWork } from "#lib/promoter/open-work.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type EventState, listEventsInState } from "#lib/ticketing/manage/event-lists.ts";

export const metadata = NOT_INDEXED;

export default promoterPage(FirstPage, "ANY_USER");

const NEEDS = ["ORDERS"] as const;

/** The home page, or the first screen of who may not read it. */
async function FirstPage(_: PageProps<"/[locale]/promoter">, at: AtWork) {
  const { capabilities } = at.promoter;
  if (isAllowed(NEEDS, capabilities)) return HomePage(at);
  const [first] = screensFor(capabilities);
  return first === undefined
    ? NotAllowed({ needs: NEEDS, at })
    : redirect({ href: `/promoter${first.path}`, locale: at.locale });
}

/** What waits for a promoter, today, and the next dates. */
async function HomePage(at: AtWork) {
  const { promoter, locale } = at;
  const now = new Date();
  const [t, tPromoter, tCommon, dates, toDo, isNew] = await Promise.all([
    getTranslations("Manage"),
    getTranslations("Promoter"),
    getTranslations("Common"),
    comingDates(at, now),
    whatWaits(at),
    hasNoEvents(at),
  ]);
  const { today = [], next = [], isCut = false } = dates ?? {};
  const [venue] = [...today, ...next].map((date) => date.venue);
  const present =
    venue &&
    `${momentText(now.toISOString(), locale, venue.timeZone, "long")} ${tCommon("placeTime", { place: placeOf(venue) })}`;
  const account = promoter.account && tPromoter("account", { account: promoter.account.name });
  return (
    <>
      <PageHeader title={tPromoter("greeting", { name: nameOf(at) })} text={present ?? account}>
        <ToSources at={at} />
      </PageHeader>
      {isNew ? (
        <div className="rounded-xl border border-line bg-surface shadow-raise">
          <EmptyState title={tPromoter("none")} text={tPromoter("noneText")} />
        </div>
      ) : (
        <div className="grid gap-5">
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {dates !== undefined && (
              <Card id="today" title={t("today")}>
                {today.length > 0 && <Today dates={today} now={now} locale={locale} />}
                {(isCut || today.length === 0) && (
                  <p className="mt-1 text-sm text-ink-muted">{t(isCut ? "moreDates" : "nothingToday")}</p>
                )}
              </Card>
            )}
            <Card id="to-do" title={t("needAttention", { count: toDo.length })}>
              {toDo.length === 0 ? (
                <p className="mt-1 text-sm text-ink-muted">{t("nothingWaits")}</p>
              ) : (
                <ToDoList items={toDo} />
              )}
            </Card>
          </div>
          {next.length > 0 && (
            <section aria-labelledby="next" className="rounded-xl border border-line bg-surface shadow-raise">
              <h2 id="next" className="px-5 pt-4 pb-1 text-lg lg:px-6">
                {t("nextDates")}
              </h2>
              <NextDates dates={next} now={now} locale={locale} />
            </section>
          )}
        </div>
      )}
      <PageTitle>{t("home")}</PageTitle>
    </>
  );
}

/** The link to where sales come from, for those who may read it. */
async function ToSources({ at: { promoter, locale } }: { readonly at: AtWork }) {
  const screen = screensFor(promoter.capabilities).find(({ call }) => call === "listSources");
  if (screen === undefined) return null;
  const t = await getTranslations("Reports");
  return (
    <a href={`/${locale}/promoter${screen.path}` as Route} className={buttonClass("secondary")}>
      {t("sources")}
    </a>
  );
}

/** Returns what waits for a decision, with the drafts that are not published. */
async function whatWaits(at: AtWork): Promise<readonly ToDo[]> {
  const [t, { requests = 0, emails = 0 }, drafts = 0] = await Promise.all([
    getTranslations("Manage"),
    openWork(at),
    countEvents(at, "DRAFT"),
  ]);
  const home = `/${at.locale}/promoter`;
  const all = [
    {
      count: requests,
      icon: Undo2,
      tone: "warn",
      title: t("toDo.requests", { count: requests }),
      reason: t("toDo.requestsReason"),
      href: `${home}/refunds`,
      button: t("toDo.requestsButton"),
    },
    {
      count: emails,
      icon: MailX,
      tone: "bad",
      title: t("toDo.emails", { count: emails }),
      reason: t("toDo.emailsReason"),
      href: `${home}/messages`,
      button: t("toDo.emailsButton"),
    },
    {
      count: drafts,
      icon: FilePen,
      tone: "accent",
      title: t("toDo.drafts", { count: drafts }),
      reason: t("toDo.draftsReason"),
      href: `${home}/events?state=DRAFT`,
      button: t("toDo.draftsButton"),
    },
  ] as const;
  return all.filter(({ count }) => count > 0);
}

/** Returns whether the account has no event at all. */
async function hasNoEvents(at: AtWork): Promise<boolean> {
  const counts = await Promise.all((["COMING", "DRAFT", "OVER"] as const).map((state) => countEvents(at, state)));
  return counts.every((count) => count === 0);
}

/** Returns the number of events in a state; `undefined` where the service does not say it. */
const countEvents = cache(async ({ credential, accountId }: AtWork, state: EventState): Promise<number | undefined> => {
  const found = await undefinedOnFault(listEventsInState(credential, accountId, { state, page: 1, pageSize: 1 }));
  return found?.total;
});

type CardProps = { readonly id: string; readonly title: string; readonly children: ReactNode };

function Card({ id, title, children }: CardProps) {
  return (
    <section
      aria-labelledby={id}
      className="rounded-xl border border-line bg-surface px-5 py-4 shadow-raise lg:px-6 lg:py-5"
    >
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
