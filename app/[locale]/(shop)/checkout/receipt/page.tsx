import { CircleCheck, CircleMinus, CircleX, Clock } from "lucide";
import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { CheckingAgain } from "#app/[locale]/(shop)/checkout/_components/checking-words.tsx";
import { OpeningTickets } from "#app/[locale]/(shop)/checkout/_components/opening-tickets.tsx";
import { lostPress } from "#app/[locale]/(shop)/lost-press.ts";
import { TICKETS_QUESTION } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { Price } from "#components/cart/price.tsx";
import { ReleaseForm } from "#components/cart/release-form.tsx";
import { mailLink } from "#components/site/mail-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { type PartPaidRow, partPaidOf } from "#lib/checkout/outcome/part-paid.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { sealDeviceLink } from "#lib/session/links/links.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { RetryForm } from "./_components/retry-form.tsx";
import { releaseRest, retryRest } from "./actions.ts";

export default pageWithFallbacks(ReceiptPage, { unavailable: CheckingAgain });

/** The result of each sale, where a service charges sales separately and some were not paid. It only reads. */
async function ReceiptPage({ searchParams }: PageProps<"/[locale]/checkout/receipt">, locale: Locale) {
  const purchase = await currentPurchase();
  const receipt = purchase && (await partPaidOf(purchase));
  if (receipt === undefined) {
    // The cart redirects to this page, so a redirect to it would be a loop.
    if ((await checkoutState(new Date())).state === "partly_paid")
      throw new TicketingFault("No sale of a mixed cart can be read.");
    return redirect({ href: "/cart", locale });
  }
  const { rows, paidKeys, charged, isOpen, isOwn } = receipt;
  if (!isOwn) return redirect({ href: TICKETS_QUESTION, locale });
  if (rows.every(({ result }) => result === "paid")) return <OpeningTickets saleKeys={paidKeys} locale={locale} />;

  const [t, { Cart }, { failed }, { email }] = await Promise.all([
    getTranslations("Receipt"),
    getMessages(),
    searchParams,
    currentSeller(),
  ]);
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-6 py-8 lg:py-14">
      {isOpen && failed === "release" && (
        <FocusPanel tone="bad" role="alert">
          <p className="font-semibold">{t("notReleased")}</p>
        </FocusPanel>
      )}
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl">{t(isOpen ? "heading" : "headingPaid")}</h1>
        <p className="text-lg text-ink-muted">{t("text")}</p>
      </div>
      <section aria-label={t("title")} className="rounded-xl border border-line bg-surface shadow-raise">
        <ReceiptRows rows={rows} locale={locale} />
        {charged && (
          <p className="flex items-baseline justify-between gap-4 border-t border-line p-5 text-lg font-semibold">
            {t("charged")}
            <Price money={charged} locale={locale} className="text-xl" />
          </p>
        )}
      </section>
      <div className="flex flex-wrap items-center gap-3">
        {isOpen && (
          <RetryForm action={retryRest} locale={locale} words={{ retry: t("retry"), retrying: t("retrying") }} />
        )}
        {paidKeys.length > 0 && (
          <a
            href={`/${locale}/sales/${await sealDeviceLink(paidKeys)}` as Route}
            className={buttonClass(isOpen ? "secondary" : "primary", "grow sm:grow-0")}
          >
            {t("showTickets")}
          </a>
        )}
        {isOpen && (
          <ReleaseForm
            action={releaseRest}
            locale={locale}
            words={{ release: t("releaseRest"), releasing: t("releasing"), lost: lostPress(Cart) }}
          />
        )}
      </div>
      {email !== undefined && (
        <p className="text-sm text-ink-muted">{t.rich("contact", { email, link: mailLink(email) })}</p>
      )}
      <PageTitle>{titleWithError(t("title"), locale, isOpen && failed === "release")}</PageTitle>
    </div>
  );
}

type ReceiptRowsProps = { readonly rows: readonly PartPaidRow[]; readonly locale: string };

/** Each sale with its result in words, so that no meaning depends on the colour alone. */
async function ReceiptRows({ rows, locale }: ReceiptRowsProps) {
  const t = await getTranslations("Receipt");
  return (
    <ul className="ruled">
      {rows.map(({ eventId, eventName, total, result }) => (
        <li key={`${eventId} ${eventName}`} className="flex gap-4 p-5">
          <Mark result={result} />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <h2 className="font-text text-lg font-semibold text-pretty">{eventName}</h2>
            <p className={result === "paid" ? "font-medium text-ok" : ""}>{t(result)}</p>
          </div>
          {total && (
            <span className={result === "paid" ? "font-semibold" : "text-ink-muted line-through"}>
              <Price money={total} locale={locale} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Mark({ result }: Pick<PartPaidRow, "result">) {
  const size = "mt-0.5 size-6 shrink-0";
  if (result === "paid") return <Icon of={CircleCheck} className={`${size} text-ok`} />;
  if (result === "checking") return <Icon of={Clock} className={`${size} text-warn`} />;
  if (result === "not_tried" || result === "released")
    return <Icon of={CircleMinus} className={`${size} text-ink-muted`} />;
  return <Icon of={CircleX} className={`${size} text-bad`} />;
}
