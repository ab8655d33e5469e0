import { ArrowUpRight, Search, Share2 } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { signOutPromoter } from "#app/[locale]/promoter/actions.ts";
import { toSignIn } from "#app/[locale]/promoter/as-promoter.ts";
import { NOT_INDEXED, titleMetadata } from "#app/page-metadata.ts";
import { Poster } from "#components/poster/poster.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { chipLinkClass } from "#components/ui/chip-link.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { priceFrom } from "#lib/catalogue/price-text.ts";
import { brand, env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { addressText } from "#lib/i18n/words.ts";
import { currentPromoter } from "#lib/promoter/promoter.ts";
import { eventsOf, type NextDate, nextDateOf, searchOwnEvents } from "#lib/promoter/promoter-events.ts";
import type { SignedIn } from "#lib/promoter/promoter-token.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type EventSummary, type SaleStatus, statedDates } from "#lib/ticketing/model/event.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";
import type { Span } from "#lib/ticketing/model/span.ts";
import { listRefundRequests } from "#lib/ticketing/refunds.ts";
import { listUnsentMail } from "#lib/ticketing/sent-mail.ts";
import { hueOf } from "#lib/tickets/art/accent.ts";

export const generateMetadata = titleMetadata(({ Promoter }) => Promoter.title, NOT_INDEXED);

export default pageWithFallbacks(PromoterPage);

/** Each event costs two calls of the service. */
const PAGE_SIZE = 20;
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
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, Math.trunc(Number(query.page)) || 1), pages);
  const t = await getTranslations("Promoter");

  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-8 py-8">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-3xl">{t("greeting", { name: promoter.name || promoter.email })}</h1>
          {promoter.account && (
            <p className="mt-2 text-ink-muted">{t("account", { account: promoter.account.name })}</p>
          )}
        </div>
        <form action={signOutPromoter}>
          <input type="hidden" name="locale" value={locale} />
          <Button kind="secondary">{t("signOut")}</Button>
        </form>
      </header>
      <Waiting signedIn={signedIn} locale={locale} />
      <section aria-labelledby="events" className="flex flex-col gap-5">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <h2 id="events" className="text-2xl">
            {t("title")}
          </h2>
          {events.length > 1 && <SearchForm q={q} />}
        </div>
        {found.length === 0 ? (
          <NoEvents isSearch={events.length > 0} locale={locale} />
        ) : (
          <Rows events={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} signedIn={signedIn} locale={locale} />
        )}
        {pages > 1 && <Pages page={page} pages={pages} q={q} locale={locale} />}
      </section>
    </div>
  );
}

type WaitingProps = { readonly signedIn: SignedIn; readonly locale: Locale };

/** The pages with work for the promoter, and how much there is. */
async function Waiting({ signedIn: { credential, promoter }, locale }: WaitingProps) {
  const { account } = promoter;
  const [t, tRequests, tMail, requests, mail] = await Promise.all([
    getTranslations("Promoter"),
    getTranslations("RefundRequests"),
    getTranslations("UnsentMail"),
    account && undefinedOnFault(listRefundRequests(credential, account.id)),
    account && undefinedOnFault(listUnsentMail(credential, account.id)),
  ]);
  const open = requests?.filter(({ state }) => state === "OPEN").length ?? 0;
  return (
    <ul className="flex flex-wrap gap-3">
      {(
        [
          ["refunds", tRequests("title"), open],
          ["messages", tMail("title"), mail?.total ?? 0],
        ] as const
      ).map(([path, title, count]) => (
        <li key={path}>
          <a href={`/${locale}/promoter/${path}` as Route} className={chipLinkClass(count > 0)}>
            {count > 0 ? t("waiting", { title, count }) : title}
          </a>
        </li>
      ))}
    </ul>
  );
}

async function SearchForm({ q }: { readonly q: string }) {
  const [t, tSearch] = await Promise.all([getTranslations("Promoter"), getTranslations("Search")]);
  return (
    <form method="get" className="flex w-full gap-2 sm:max-w-96">
      <input
        name="q"
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        defaultValue={q}
        maxLength={QUERY_MAX}
        autoComplete="off"
        enterKeyHint="search"
        className={`${INPUT_CLASS} border-line-strong`}
      />
      <button type="submit" className={buttonClass("secondary", "px-4")}>
        <Icon of={Search} size={20} />
        <span className="sr-only">{tSearch("go")}</span>
      </button>
    </form>
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
};

async function Rows({ events, signedIn, locale }: RowsProps) {
  const now = new Date();
  const [pictures, dates] = await Promise.all([
    picturesOf(events),
    Promise.all(events.map((event) => nextDateOf(signedIn, event, now))),
  ]);
  return (
    <ul className="flex flex-col divide-y divide-line overflow-clip rounded-xl border border-line bg-surface shadow-raise">
      {events.map((event, at) => (
        <EventRow
          key={event.id}
          event={event}
          next={dates[at]}
          picture={pictures.get(event.id)}
          address={`${env().FOYER_ORIGIN}/${locale}/events/${event.id}`}
          now={now}
          locale={locale}
        />
      ))}
    </ul>
  );
}

/** The colour repeats the text; it never carries a meaning alone. */
const TONES: Record<SaleStatus, string> = {
  NOT_ON_SALE: "bg-sunken text-ink-muted",
  ON_SALE: "bg-ok-soft text-ok",
  SOLD_OUT: "bg-warn-soft text-warn",
  CLOSED: "bg-sunken text-ink-muted",
  CANCELLED: "bg-bad-soft text-bad",
};

type EventRowProps = {
  readonly event: EventSummary;
  readonly next: NextDate | undefined;
  readonly picture: Picture | undefined;
  readonly address: string;
  readonly now: Date;
  readonly locale: Locale;
};

/** One event: what and when, its tickets, and the ways to share it. On a wide screen all rows have the same columns. */
async function EventRow({ event, next, picture, address, now, locale }: EventRowProps) {
  const t = await getTranslations("Promoter");
  const { id, name, venue, from, firstDate, saleStatus } = event;
  const span = next?.span ?? statedDate(event, now);
  return (
    <li className="grid gap-x-6 gap-y-3 p-4 lg:grid-cols-[minmax(0,1fr)_13rem_auto] lg:items-center lg:px-5">
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-4">
        <div className="overflow-hidden rounded-lg">
          <Poster
            eventId={id}
            brandHue={hueOf(brand().BRAND_COLOUR)}
            picture={picture}
            use="thumb"
            className="aspect-square"
          />
        </div>
        <div className="flex min-w-0 flex-col gap-0.5">
          <h3 className="text-lg leading-snug text-pretty">
            <bdi>{name}</bdi>
          </h3>
          <p className="figures text-sm font-semibold">
            {span === undefined
              ? t(firstDate === undefined ? "noDate" : "over")
              : spanText(span, locale, venue.timeZone, now)}
            {next !== undefined && next.later > 0 && (
              <span className="font-normal text-ink-muted"> {t("later", { count: next.later })}</span>
            )}
          </p>
          <p className="text-sm text-ink-muted">
            <bdi>{addressText([venue.name, venue.city])}</bdi>
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-1.5 text-sm">
        <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={`rounded-full px-2.5 py-0.5 font-semibold ${TONES[saleStatus]}`}>
            {t(`status.${saleStatus}`)}
          </span>
          {from !== undefined && <span>{priceFrom(from, locale)}</span>}
        </p>
        {next !== undefined && <Tickets {...next} />}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-lg:pt-1">
        <a href={`/${locale}/promoter/embed-kit/${id}`} className={buttonClass("secondary", "px-4 text-sm")}>
          <Icon of={Share2} size={18} />
          {t("kitShort")}
          <span className="sr-only"> {name}</span>
        </a>
        <a href={address} target="_blank" rel="noopener" className={buttonClass("quiet", "px-3 text-sm")}>
          {t("openShort")}
          <Icon of={ArrowUpRight} size={18} className="rtl:-scale-x-100" />
          <span className="sr-only"> {name}</span>
        </a>
        <CopyButton
          text={address}
          words={{ copy: t("copyShort"), copied: t("copied") }}
          about={name}
          className="px-4 text-sm"
        />
      </div>
    </li>
  );
}

/** "34 sold, 66 left" of the next date, also as a bar. */
async function Tickets({ sold, left }: Pick<NextDate, "sold" | "left">) {
  const t = await getTranslations("Promoter");
  if (sold === undefined && left === undefined) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="figures flex justify-between gap-3">
        <span className="sr-only">{t("tickets")}: </span>
        {sold !== undefined && <span className="font-semibold">{t("sold", { count: sold })}</span>}
        {left !== undefined && <span className="text-ink-muted">{t("left", { count: left })}</span>}
      </p>
      {sold !== undefined && left !== undefined && sold + left > 0 && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          className="h-1.5 w-full rounded-full bg-sunken rtl:-scale-x-100"
        >
          <path d={`M0 0h${Math.round((100 * sold) / (sold + left))}v6H0z`} className="fill-accent-edge" />
        </svg>
      )}
    </div>
  );
}

type PagesProps = { readonly page: number; readonly pages: number; readonly q: string; readonly locale: string };

async function Pages({ page, pages, q, locale }: PagesProps) {
  const t = await getTranslations("Search");
  const to = (page: number) =>
    `/${locale}/promoter?${new URLSearchParams({ ...(q !== "" && { q }), page: String(page) })}`;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center justify-between gap-4">
      {page > 1 && (
        <a href={to(page - 1)} rel="prev" className={buttonClass("secondary")}>
          {t("previous")}
        </a>
      )}
      <p className="figures text-sm text-ink-muted">{t("page", { page, pages })}</p>
      {page < pages && (
        <a href={to(page + 1)} rel="next" className={buttonClass("secondary")}>
          {t("next")}
        </a>
      )}
    </nav>
  );
}

/** Returns the first or else the last date that is not over. A date without an end is over when the service sells it no longer. */
function statedDate(event: EventSummary, now: Date): Span | undefined {
  const dates = statedDates(event);
  const next = dates.find(({ startsAt, endsAt = startsAt }) => Date.parse(endsAt) > now.getTime());
  const isSold = event.saleStatus !== "CLOSED" && event.saleStatus !== "CANCELLED";
  return next ?? (isSold ? dates[0] : undefined);
}
