import type { Route } from "next";
import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import {
  CheckingAgain,
  CheckingReload,
  CheckingWords,
} from "#app/[locale]/(shop)/checkout/_components/checking-words.tsx";
import { OpeningTickets } from "#app/[locale]/(shop)/checkout/_components/opening-tickets.tsx";
import { TICKETS_QUESTION } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { FAILED } from "#app/[locale]/form-action.ts";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { PageTitle } from "#app/page-title.tsx";
import { mailLink } from "#components/site/mail-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { needsSupport } from "#lib/purchase/payment-status.ts";
import { reconcilePayment, shownStatus } from "#lib/purchase/reconcile-payment.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { PaymentPoll } from "./_components/payment-poll.tsx";
import { checkPayment } from "./actions.ts";

export default pageWithFallbacks(CheckingPage, { unavailable: CheckingAgain });

/** Shown while the outcome of a payment is unknown: reads the sales again until it is known, and never pays again. */
async function CheckingPage({ searchParams }: PageProps<"/[locale]/checkout/pay/checking">, locale: Locale) {
  const now = new Date();
  const purchase = await currentPurchase();
  if (purchase === undefined) return redirect({ href: "/cart?unknown=1", locale });

  const end = await reconcilePayment(purchase, now);
  const { attempt, saleKeys } = end;
  const status = shownStatus(purchase, end, now);
  if (status === "email_needed") return redirect({ href: TICKETS_QUESTION, locale }, RedirectType.replace);
  if (status === "paid")
    return <OpeningTickets saleKeys={[...(purchase.paidKeys ?? []), ...saleKeys]} locale={locale} />;
  if (status === "mixed") return redirect({ href: "/checkout/receipt", locale }, RedirectType.replace);
  if (status === "unpaid" || (status === "not_found" && attempt === undefined)) {
    // The page of an attempt that ended unpaid says so by itself.
    const hasFailed = attempt === undefined && (await searchParams).lost === "1";
    return redirect({ href: `/checkout/pay${hasFailed ? `?${FAILED}=1` : ""}`, locale });
  }

  const t = await getTranslations("Checking");
  const reference = attempt && (await paymentReference(attempt, saleKeys));
  const { email } = await currentSeller();
  const isSlow = attempt !== undefined && needsSupport(attempt.openedAt, now);
  const isWaiting = status === "waiting";
  const events = purchase.reservations.filter(({ key }) => saleKeys.includes(key));
  const chooseAgain = events.length === 1 ? `/${locale}/events/${events[0]?.eventId}` : `/${locale}`;

  return (
    <div data-checkout="" className="gutter mx-auto w-full max-w-2xl py-10 lg:py-16">
      <Panel tone={isWaiting ? "plain" : "warn"} className="flex flex-col gap-5 p-6 shadow-raise sm:p-8">
        {isWaiting ? (
          <CheckingWords />
        ) : (
          <>
            <h1 className="text-3xl">{t(status === "not_found" ? "notFoundTitle" : "unfulfilledTitle")}</h1>
            <p>{t(status === "not_found" ? "notFoundText" : "unfulfilledText")}</p>
          </>
        )}
        <ul>
          {events.map(({ eventId, eventName }) => (
            <li key={eventId}>{eventName}</li>
          ))}
        </ul>
        {reference !== undefined && (
          <p>
            {t("reference")}: <span className="figures font-semibold select-all">{reference}</span>
          </p>
        )}
        {isWaiting && isSlow && <Contact email={email} text="slow" />}
        {!isWaiting && <Contact email={email} text="contact" />}
        {status === "not_found" && (
          <a href={chooseAgain as Route} className={buttonClass("secondary", "self-start")}>
            {t("chooseAgain")}
          </a>
        )}
      </Panel>
      {isWaiting && <PaymentPoll checkPayment={checkPayment} stillChecking={t("stillChecking")} />}
      {isWaiting && <CheckingReload />}
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}

/** The contact for questions, where there is one. */
async function Contact({ email, text }: { readonly email: string | undefined; readonly text: "slow" | "contact" }) {
  const t = await getTranslations("Checking");
  if (email === undefined) return text === "slow" ? <p className="font-semibold">{t("slowNoAddress")}</p> : null;
  return <p className="font-semibold">{t.rich(text, { email, link: mailLink(email) })}</p>;
}

/**
 * Returns a reference that the buyer can quote on the telephone: the sale's, which the order keeps, or, if the service has none or
 * does not answer, one made from the attempt's id. It gives no access to the order.
 */
async function paymentReference(attempt: { readonly id: string }, saleKeys: readonly string[]): Promise<string> {
  const [key] = saleKeys;
  const sale = key === undefined ? undefined : await undefinedOnFault(getSale(key));
  return sale?.reference ?? referenceOf(attempt);
}

function referenceOf({ id }: { readonly id: string }): string {
  const letters = id.replaceAll("-", "").slice(0, 8).toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
