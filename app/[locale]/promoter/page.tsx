import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { signOutPromoter } from "#app/[locale]/promoter/actions.ts";
import { toSignIn } from "#app/[locale]/promoter/as-promoter.ts";
import { NOT_INDEXED, titleMetadata } from "#app/page-metadata.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { priceFrom } from "#lib/catalogue/price-text.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { currentPromoter } from "#lib/promoter/promoter.ts";
import { eventsOf } from "#lib/promoter/promoter-events.ts";
import { type EventSummary, type SaleStatus, statedDates } from "#lib/ticketing/model/event.ts";
import type { Span } from "#lib/ticketing/model/span.ts";

export const generateMetadata = titleMetadata(({ Promoter }) => Promoter.title, NOT_INDEXED);

export default pageWithFallbacks(PromoterPage);

/** A promoter's first page: their account, and their events with links to share. */
async function PromoterPage(_props: PageProps<"/[locale]/promoter">, locale: Locale) {
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return toSignIn(locale);

  const { promoter } = signedIn;
  const [t, tRequests, tMail, events] = await Promise.all([
    getTranslations("Promoter"),
    getTranslations("RefundRequests"),
    getTranslations("UnsentMail"),
    eventsOf(signedIn),
  ]);
  if (events === "signed_out") return toSignIn(locale);
  const now = new Date();

  return (
    <div className="gutter mx-auto max-w-4xl py-8">
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
      <p className="mt-6">
        <a href={`/${locale}/promoter/refunds` as Route} className="tap underline underline-offset-4">
          {tRequests("title")}
        </a>
        {" · "}
        <a href={`/${locale}/promoter/messages` as Route} className="tap underline underline-offset-4">
          {tMail("title")}
        </a>
      </p>
      <h2 className="mt-10 mb-4 text-2xl">{t("title")}</h2>
      {events.length === 0 ? (
        <Panel>
          <h3 className="text-lg">{t("none")}</h3>
          <p className="mt-1 text-ink-muted">{t("noneText")}</p>
        </Panel>
      ) : (
        <ul className="flex flex-col gap-4">
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              address={`${env().FOYER_ORIGIN}/${locale}/events/${event.id}`}
              now={now}
            />
          ))}
        </ul>
      )}
    </div>
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

type EventRowProps = { readonly event: EventSummary; readonly address: string; readonly now: Date };

/** One event: state, date, and link. */
async function EventRow({ event, address, now }: EventRowProps) {
  const [t, locale] = await Promise.all([getTranslations("Promoter"), getLocale()]);
  const next = nextDate(event, now);
  const field = `link-${event.id}`;

  return (
    <li className="rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="text-xl text-pretty">{event.name}</h3>
        <span className={`rounded-full px-3 py-1 text-sm font-semibold ${TONES[event.saleStatus]}`}>
          {t(`status.${event.saleStatus}`)}
        </span>
      </div>
      <p className="figures mt-1 text-ink-muted">
        {next === undefined
          ? t(event.firstDate === undefined ? "noDate" : "over")
          : spanInFull(next, locale, event.venue.timeZone, "short")}
        {event.venue.name !== "" && ` · ${event.venue.name}`}
        {event.from !== undefined && (
          <>
            {" · "}
            {priceFrom(event.from, locale)}
          </>
        )}
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-x-2 gap-y-3">
        <label htmlFor={field} className="sr-only">
          {t("link", { event: event.name })}
        </label>
        <input
          id={field}
          readOnly
          value={address}
          className="min-h-11 min-w-0 grow basis-72 rounded-md border border-line-strong bg-sunken px-3 text-sm"
        />
        <CopyButton text={address} words={{ copy: t("copyShort"), copied: t("copied") }} about={event.name} />
        <a href={`/${locale}/promoter/embed-kit/${event.id}`} className={buttonClass("secondary")}>
          {t("kitShort")}
          <span className="sr-only"> {event.name}</span>
        </a>
        <a href={address} target="_blank" rel="noopener" className={buttonClass("quiet", "max-sm:px-1")}>
          {t("openShort")}
          <span className="sr-only"> {event.name}</span>
        </a>
      </div>
    </li>
  );
}

/** Returns the first or else the last date that is not over. A date without an end is over when the service sells it no longer. */
function nextDate(event: EventSummary, now: Date): Span | undefined {
  const dates = statedDates(event);
  const next = dates.find(({ startsAt, endsAt = startsAt }) => Date.parse(endsAt) > now.getTime());
  const isSold = event.saleStatus !== "CLOSED" && event.saleStatus !== "CANCELLED";
  return next ?? (isSold ? dates[0] : undefined);
}
