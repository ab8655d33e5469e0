import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { CheckoutClock } from "#app/[locale]/(shop)/_components/checkout-timer.tsx";
import { PriceChange } from "#app/[locale]/(shop)/_components/price-change.tsx";
import { CheckingAgain } from "#app/[locale]/(shop)/checkout/_components/checking-words.tsx";
import { StepFoot, StepTitle } from "#app/[locale]/(shop)/checkout/_components/checkout-step.tsx";
import { OpeningTickets } from "#app/[locale]/(shop)/checkout/_components/opening-tickets.tsx";
import { CheckoutReview } from "#app/[locale]/(shop)/checkout/checkout-review.tsx";
import { openOrPaidCheckout, payableCheckout } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { PageTitle } from "#app/page-title.tsx";
import { ErrorPage } from "#components/site/error-page.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { viewCart } from "#lib/cart/cart-view.ts";
import { previousTotal } from "#lib/cart/summary.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { mayApplyVoucher } from "#lib/checkout/pay/apply-voucher.ts";
import { isCardShown, payableOrder } from "#lib/checkout/pay/payment-methods.ts";
import { brand } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { findAttempt } from "#lib/purchase/attempt-store.ts";
import { FORM_TOKEN, payToken } from "#lib/session/purchase/form-token.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { type Buyer, fullName, OPTIONAL_BUYER_FIELDS } from "#lib/ticketing/model/buyer.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import { type PayableOrder, paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import { CardForm } from "./_components/card-form.tsx";
import { PartRows } from "./_components/part-rows.tsx";
import { TrustLines } from "./_components/trust-lines.tsx";
import { VoucherForm } from "./_components/voucher-form.tsx";
import { applyVoucher, pay } from "./actions.ts";
import { VOUCHER_CODE_MAX } from "./voucher-schema.ts";

export default pageWithFallbacks(PayPage, { unavailable: PayUnavailable });

async function PayPage(_props: PageProps<"/[locale]/checkout/pay">, locale: Locale) {
  const now = new Date();
  const found = await openOrPaidCheckout(locale);
  if (found.state === "paid") return <OpeningTickets saleKeys={found.saleKeys} locale={locale} />;
  const { checkout, buyer, cart } = payableCheckout(found, locale);
  const { purchase, attempt } = checkout;
  const view = await viewCart(cart, locale, now);
  const [t, { Pay, Cart }, seller] = await Promise.all([getTranslations("Pay"), getMessages(), currentSeller()]);
  const { conditions } = view;
  const { termsUrl } = seller;
  const order = payableOrder(purchase, cart);
  const needsCard = isCardShown(order);
  const moved = previousTotal(purchase.total, cart);
  const buyerName = fullName(buyer);

  return (
    <div className="gutter mx-auto w-full max-w-6xl pt-4 pb-16 lg:pt-6">
      <CheckoutClock checkout={checkout} view={view} locale={locale} now={now} on="payment" />
      <CardForm
        needsCard={needsCard}
        action={pay}
        hidden={{ locale, [FORM_TOKEN]: payToken(purchase, cart) }}
        buyerName={buyerName}
        before={checkout.state === "reserved" ? attempt?.state : undefined}
        heading={<StepTitle title={t("title")} step={2} isReservedOnly />}
        opening={
          <>
            {purchase.paidKeys && <PaidAlready locale={locale} />}
            <PriceChange before={moved} now={cart.total} locale={locale} />
            <BuyerRow buyer={buyer} locale={locale} />
            <VoucherBox order={order} locale={locale} />
          </>
        }
        review={
          <CheckoutReview view={view} locale={locale} isPaidInPart={!isZero(paymentParts(order).voucher)}>
            <PartRows order={order} locale={locale} />
          </CheckoutReview>
        }
        trust={<TrustLines view={view} order={order} seller={seller} locale={locale} now={now} />}
        foot={
          <StepFoot locale={locale}>
            <Conditions urls={conditions.length > 0 || termsUrl === undefined ? conditions : [termsUrl]} />
          </StepFoot>
        }
        accepted={brand().CARDS_ACCEPTED}
        checkLink={
          <a href={`/${locale}/checkout/pay/checking` as Route} className={buttonClass("primary", "mt-1 self-start")}>
            {t("fault.check")}
          </a>
        }
        words={{
          ...Pay,
          useName: t("useName", { name: buyerName }),
          pay: needsCard
            ? t("pay", { total: formatMoney(paymentParts(order).card, locale) })
            : t("voucher.pay", { total: formatMoney(cart.total, locale) }),
          lost: { ...Cart.lost, offline: t("lostOffline"), no_answer: t("lostNoAnswer"), out_of_date: t("outOfDate") },
        }}
      />
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}

/**
 * Shown while the ticketing service does not answer. Each attempt is written before its payment is sent, so without one nothing was
 * sent; with one the outcome is not known.
 */
async function PayUnavailable({ locale }: { readonly locale: Locale }) {
  const purchase = await currentPurchase();
  if (purchase === undefined || (await findAttempt(purchase.cartId)) !== undefined) return <CheckingAgain />;
  const { Pay, Errors } = wordsOf(locale);
  return <ErrorPage words={{ ...Pay.notSent, retry: Errors.retry, retryAt: `/${locale}/checkout/pay` }} />;
}

/** Says that a part of this Cart is paid, and that the button below pays only the rest. */
async function PaidAlready({ locale }: { readonly locale: string }) {
  const t = await getTranslations("Receipt");
  return (
    <Panel tone="accent" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="font-semibold">{t("restOnly")}</p>
      <a
        href={`/${locale}/checkout/receipt` as Route}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {t("showReceipt")}
      </a>
    </Panel>
  );
}

type BuyerRowProps = { readonly buyer: Buyer; readonly locale: Locale };

/** Whose tickets they are, with a link to correct it. */
async function BuyerRow({ buyer, locale }: BuyerRowProps) {
  const t = await getTranslations("Pay");
  return (
    <section
      aria-label={t("buyer")}
      className="reserved-only flex items-center justify-between gap-4 rounded-lg border border-line bg-sunken ps-4 pe-2 lg:ps-5"
    >
      <div className="min-w-0 py-2 text-sm">
        <p className="font-semibold">
          <bdi>{fullName(buyer)}</bdi>
        </p>
        <p className="break-words">
          <bdi>{buyer.email}</bdi>
        </p>
        {OPTIONAL_BUYER_FIELDS.map((name) => (
          <p key={name} className="text-ink-muted empty:hidden">
            {buyer[name] && <bdi>{buyer[name]}</bdi>}
          </p>
        ))}
      </div>
      <a
        href={`/${locale}/checkout` as Route}
        className="tap inline-flex shrink-0 items-center justify-center px-2 text-sm text-accent-text underline underline-offset-4"
      >
        {t("edit")}
        <span className="sr-only"> {t("buyer")}</span>
      </a>
    </section>
  );
}

/** Links to the promoter's purchase conditions, which were accepted with the details. */
async function Conditions({ urls }: { readonly urls: readonly string[] }) {
  const t = await getTranslations("Pay");
  return urls.map((url) => {
    const link = (words: React.ReactNode) => (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    );
    return <p key={url}>{t.rich("conditions", { link })}</p>;
  });
}

type VoucherBoxProps = {
  readonly order: PayableOrder;
  readonly locale: Locale;
};

/** Asks for a voucher's code while the service takes vouchers. Above the card, which pays the rest. One that pays is in the order. */
async function VoucherBox({ order, locale }: VoucherBoxProps) {
  if (!isZero(paymentParts(order).voucher) || !(await mayApplyVoucher())) return null;
  const { Cart, Pay } = await getMessages();
  return (
    <VoucherForm
      action={applyVoucher}
      locale={locale}
      codeMax={VOUCHER_CODE_MAX}
      words={{ ...Pay.voucher, lost: Cart.lost, title: Pay.title }}
    />
  );
}
