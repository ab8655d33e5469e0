import { getMessages, getTranslations } from "next-intl/server";
import { GuestCard } from "#app/[locale]/(shop)/sales/[link]/_components/guests/guest-card.tsx";
import { GuestForm } from "#app/[locale]/(shop)/sales/[link]/_components/guests/guest-form.tsx";
import { LinkEnded } from "#app/[locale]/(shop)/sales/[link]/_components/link-ended.tsx";
import { OrderActions } from "#app/[locale]/(shop)/sales/[link]/_components/order-actions.tsx";
import { MapLink } from "#app/[locale]/(shop)/sales/[link]/_components/sale-head.tsx";
import { WalletLinks } from "#app/[locale]/(shop)/sales/[link]/_components/wallet-links.tsx";
import { guestFieldsOf, guestQuestions } from "#app/[locale]/(shop)/sales/[link]/guest-questions.ts";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { addressText } from "#lib/i18n/words.ts";
import { openGuestTicket } from "#lib/orders/tickets.ts";
import { walletTicketsOf } from "#lib/wallet/wallet-tickets.ts";
import { nameMyself } from "./actions.ts";

type GuestPageProps = PageProps<"/[locale]/sales/[link]/guest">;

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(GuestPage, { Missing: LinkEnded, unavailable: "order" });

/** One ticket, for the guest with its link: no other ticket, no order and no price. */
async function GuestPage({ params }: GuestPageProps, locale: Locale) {
  const { link } = await params;
  const { admission, event, eventDate, cancelled } = (await openGuestTicket(link)) ?? {};
  const eventName = event?.name ?? admission?.eventName;
  if (admission?.eventId === undefined || eventName === undefined) return undefined;

  const [t, tSale, { Guests, Errors, Facts }] = await Promise.all([
    getTranslations("Guests"),
    getTranslations("Sale"),
    getMessages(),
  ]);
  const fields = guestFieldsOf(event, admission);
  const wallet = (await walletTicketsOf(link)) ?? { tickets: [], isForGuest: true };
  const isOpen = admission.status === "CONFIRMED" || admission.status === "PENDING_GUEST_DETAILS";
  const isPending = admission.status === "PENDING_GUEST_DETAILS";
  const venue = event?.venue ?? admission.venue;
  const mayAnswer = fields.length > 0 && isOpen && cancelled === undefined && admission.admittedAt === undefined;
  // The buyer's name is not shown to the guest.
  const theirs = { ...admission, holder: admission.guestName };

  return (
    <div className="gutter mx-auto flex w-full max-w-xl flex-col gap-8 pt-6 pb-16 lg:pt-10 print:p-0">
      <header className="print:hidden">
        <h1 className="text-3xl">{t("pageTitle")}</h1>
        {cancelled === undefined && (
          <p className="mt-2 text-pretty text-ink-muted">{t(isPending ? "pending" : "pageText")}</p>
        )}
        {mayAnswer && isPending && (
          <div className="mt-5">
            <p className="text-lg font-semibold">
              <bdi lang={contentLanguage()}>{eventName}</bdi>
            </p>
            {eventDate && (
              <p>
                {spanInFull(eventDate, locale, eventDate.timeZone, "short")}{" "}
                <span className="text-ink-muted">
                  {tSale("placeTime", { place: placeOf({ city: venue?.city ?? "", timeZone: eventDate.timeZone }) })}
                </span>
              </p>
            )}
            {venue && (
              <p className="text-ink-muted">
                <bdi>{addressText([venue.name, venue.address])}</bdi> <MapLink venue={venue}>{Facts.map}</MapLink>
              </p>
            )}
          </div>
        )}
      </header>
      {mayAnswer && (
        <section
          id={`guest-${admission.id}`}
          aria-labelledby="guest-details"
          className={`flex flex-col gap-5 print:hidden ${isPending ? "" : "order-last"}`}
        >
          <h2 id="guest-details" className="text-2xl">
            {t("yours")}
          </h2>
          <GuestForm
            action={nameMyself}
            hidden={{ locale, link }}
            questions={await guestQuestions(fields, admission, locale)}
            words={{
              ...Guests,
              title: Guests.pageTitle,
              lost: Errors.lost,
              ...(isPending && { save: Guests.saveAndShow }),
            }}
          />
        </section>
      )}
      {/* Until it has a code, its event stands above the questions. */}
      {!(mayAnswer && isPending) && (
        <GuestCard
          ticket={{ admission: theirs, eventDate, cancelled }}
          eventId={admission.eventId}
          eventName={eventName}
          venue={venue}
        />
      )}
      {wallet.tickets.length > 0 && (
        <div className="print:hidden">
          <OrderActions>
            <WalletLinks {...wallet} link={link} />
          </OrderActions>
        </div>
      )}
      <PageTitle>{t("pageTitle")}</PageTitle>
    </div>
  );
}
