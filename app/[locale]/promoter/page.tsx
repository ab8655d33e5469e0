import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { EventRow } from "#app/[locale]/promoter/_components/event-row.tsx";
import { signOutPromoter } from "#app/[locale]/promoter/actions.ts";
import { toSignIn } from "#app/[locale]/promoter/as-promoter.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { FindForm } from "#components/events/find-events.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { chipLinkClass } from "#components/ui/chip-link.ts";
import { Pager } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { partOfList } from "#lib/promoter/part-of-list.ts";
import { currentPromoter } from "#lib/promoter/promoter.ts";
import { eventsOf, nextDateOf, searchOwnEvents } from "#lib/promoter/promoter-events.ts";
import type { SignedIn } from "#lib/promoter/promoter-token.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { listRefundRequests, listVoucherReturns } from "#lib/ticketing/manage/refund-requests.ts";
import { listUnsentMail } from "#lib/ticketing/manage/unsent-mail.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(PromoterPage);

const QUERY_MAX = 200;

type Props = PageProps<"/[locale]/promoter">;

/** A promoter's first page: what waits for them, and their events with sales and links to share. */
async function PromoterPage({ searchParams }: Props, locale: Locale) {
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return toSignIn(locale);
  const events = await eventsOf(signedIn);
  if (events === "signed_out") return toSignIn(locale);

  const { promoter } = signedIn;
  const query = await searchParams;
  const q = String([query.q].flat()[0] ?? "").slice(0, QUERY_MAX);
  const found = searchOwnEvents(events, q);
  const { shown, page, pages } = partOfList(found, query.page);
  const t = await getTranslations("Promoter");

  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-6 pt-3 pb-8 sm:pt-8">
      <header>
        <h1 className="text-3xl">{t("greeting", { name: promoter.name || promoter.email })}</h1>
        <div className="flex flex-wrap items-center gap-x-4">
          {promoter.account && <p className="text-ink-muted">{t("account", { account: promoter.account.name })}</p>}
          <form action={signOutPromoter}>
            <input type="hidden" name="locale" value={locale} />
            <button type="submit" className="tap text-accent-text underline underline-offset-4">
              {t("signOut")}
            </button>
          </form>
        </div>
      </header>
      <Waiting signedIn={signedIn} locale={locale} />
      {query.refused !== undefined && (
        <Panel tone="warn" role="alert">
          {t("notManager")}
        </Panel>
      )}
      <section aria-labelledby="events" className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <h2 id="events" className="text-2xl">
            {t("title")}
          </h2>
          {events.length > 1 && (
            <FindForm action={`/${locale}/promoter`} label={t("search")} q={q} className="w-full sm:max-w-96" />
          )}
        </div>
        {found.length === 0 ? (
          <NoEvents isSearch={events.length > 0} locale={locale} />
        ) : (
          <Rows events={shown} signedIn={signedIn} locale={locale} back={{ q, page: String(page) }} />
        )}
        <Pager
          page={page}
          pages={pages}
          to={(to) => `/${locale}/promoter?${new URLSearchParams({ ...(q !== "" && { q }), page: String(to) })}`}
        />
      </section>
      <PageTitle>{titleWithError(t("title"), locale, query.refused !== undefined)}</PageTitle>
    </div>
  );
}

type WaitingProps = { readonly signedIn: SignedIn; readonly locale: Locale };

/** The pages with work for the promoter, and how much there is. */
async function Waiting({ signedIn: { credential }, locale }: WaitingProps) {
  const account = env().TICKETING_ACCOUNT;
  const [t, tRequests, tMail, requests, returns, mail] = await Promise.all([
    getTranslations("Promoter"),
    getTranslations("RefundRequests"),
    getTranslations("UnsentMail"),
    undefinedOnFault(listRefundRequests(credential, account)),
    undefinedOnFault(listVoucherReturns(credential, account)),
    undefinedOnFault(listUnsentMail(credential, account)),
  ]);
  const waiting = returns?.filter(({ state }) => state === "WAITING") ?? [];
  const open = requests && requests.filter(({ state }) => state === "OPEN").length + waiting.length;
  return (
    <ul className="flex flex-wrap gap-3">
      {(
        [
          ["refunds", tRequests("title"), open],
          ["messages", tMail("title"), mail?.total],
        ] as const
      ).map(([path, title, count]) => (
        <li key={path}>
          <a href={`/${locale}/promoter/${path}` as Route} className={chipLinkClass()}>
            {count === undefined ? title : t("waiting", { title, count })}
          </a>
        </li>
      ))}
    </ul>
  );
}

async function NoEvents({ isSearch, locale }: { readonly isSearch: boolean; readonly locale: string }) {
  const t = await getTranslations("Promoter");
  return (
    <Panel className="flex flex-col items-start gap-3 py-8 sm:px-8">
      <h3 className="text-xl">{t(isSearch ? "nothing" : "none")}</h3>
      <p className="text-ink-muted">{t(isSearch ? "nothingText" : "noneText")}</p>
      {isSearch && (
        <a href={`/${locale}/promoter`} className={buttonClass("secondary")}>
          {t("clear")}
        </a>
      )}
    </Panel>
  );
}

type RowsProps = {
  readonly events: readonly EventSummary[];
  readonly signedIn: SignedIn;
  readonly locale: Locale;
  readonly back: Readonly<Record<string, string>>;
};

async function Rows({ events, signedIn, locale, back }: RowsProps) {
  const now = new Date();
  const [pictures, dates] = await Promise.all([
    picturesOf(events),
    Promise.all(events.map((event) => nextDateOf(signedIn, event, now))),
  ]);
  return (
    <ul className="flex flex-col ruled overflow-clip rounded-xl border border-line bg-surface shadow-raise">
      {events.map((event, at) => (
        <EventRow
          key={event.id}
          event={event}
          next={dates[at]}
          picture={pictures.get(event.id)}
          address={`${env().FOYER_ORIGIN}/${locale}/events/${event.id}`}
          now={now}
          locale={locale}
          back={back}
        />
      ))}
    </ul>
  );
}
