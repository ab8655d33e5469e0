import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { CheckoutClock } from "#app/[locale]/_components/checkout-timer.tsx";
import { PriceChange } from "#app/[locale]/_components/price-change.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { requirePayableCheckout } from "#app/[locale]/require-open-checkout.ts";
import { titleMetadata } from "#app/page-metadata.ts";
import { ReleaseForm } from "#components/cart/release-form.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { viewCart } from "#lib/cart/cart-view.ts";
import { previousTotal } from "#lib/cart/summary.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { mayApplyVoucher, VOUCHER_CODE_MAX } from "#lib/checkout/pay/apply-voucher.ts";
import { isCardShown, payableOrder } from "#lib/checkout/pay/payment-methods.ts";
import { brand } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { FORM_TOKEN, payToken } from "#lib/session/purchase/form-token.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import { type PayableOrder, paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import { CardForm } from "./_components/card-form.tsx";
import { Essentials } from "./_components/essentials.tsx";
import { PartRows } from "./_components/part-rows.tsx";
import { PayReview } from "./_components/pay-review.tsx";
import { VoucherForm } from "./_components/voucher-form.tsx";
import { applyVoucher, pay, removeVoucher } from "./actions.ts";

export const generateMetadata = titleMetadata(({ Pay }) => Pay.title);

export default pageWithFallbacks(PayPage);

async function PayPage(_props: PageProps<"/[locale]/checkout/pay">, locale: Locale) {
  const now = new Date();
  const { checkout, buyer, cart } = await requirePayableCheckout(locale);
  const { purchase, attempt } = checkout;
  const view = await viewCart(cart, locale, now);
  const [t, { Pay, Cart }, seller] = await Promise.all([getTranslations("Pay"), getMessages(), currentSeller()]);
  const order = payableOrder(purchase, cart);
  const needsCard = isCardShown(order);
  const moved = previousTotal(purchase.total, cart);
  const ended = {
    refused: Pay.refusal.card_refused,
    not_charged: Pay.notCharged,
    open: "",
    paid: "",
    mixed: "",
    unfulfilled: "",
  };
  const buyerName = `${buyer.firstName} ${buyer.lastName}`;

  return (
    <div className="gutter mx-auto w-full max-w-6xl pt-6 pb-16 lg:pt-10">
      <CheckoutClock checkout={checkout} view={view} locale={locale} now={now} />
      <CardForm
        key={needsCard ? "card" : "no card"}
        needsCard={needsCard}
        action={pay}
        hidden={{ locale, [FORM_TOKEN]: payToken(purchase, cart) }}
        buyerName={buyerName}
        before={checkout.state === "reserved" && attempt ? ended[attempt.state] : undefined}
        heading={
          <div className="flex items-baseline justify-between gap-4" data-checkout="">
            <h1 className="text-3xl">{t("title")}</h1>
            <p className="text-sm text-ink-muted">{t("step", { step: 2, steps: 2 })}</p>
          </div>
        }
        review={
          <PayReview view={view} buyer={buyer} locale={locale}>
            <VoucherBox order={order} locale={locale} />
          </PayReview>
        }
        essentials={
          <>
            {purchase.paidKeys && <PaidAlready locale={locale} />}
            <PriceChange before={moved} now={cart.total} locale={locale} />
            <Essentials view={view} order={order} seller={seller} locale={locale} now={now} />
          </>
        }
        foot={<PayFoot conditions={view.conditions} seller={seller} locale={locale} />}
        accepted={brand().CARDS_ACCEPTED}
        checkLink={
          <p>
            {t.rich("lostCheck", {
              link: (words) => (
                <a
                  href={`/${locale}/checkout/pay/checking` as Route}
                  className="font-semibold underline underline-offset-4"
                >
                  {words}
                </a>
              ),
            })}
          </p>
        }
        words={{
          ...Pay,
          useName: t("useName", { name: buyerName }),
          pay: needsCard
            ? t("pay", { total: formatMoney(paymentParts(order).card, locale) })
            : t("voucher.pay", { total: formatMoney(cart.total, locale) }),
          lost: { ...Cart.lost, no_answer: t("lostNoAnswer"), out_of_date: t("outOfDate") },
        }}
      />
    </div>
  );
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

type PayFootProps = { readonly conditions: readonly string[]; readonly seller: Seller; readonly locale: Locale };

/** Below the button: the conditions, help, and a link back to the cart. */
async function PayFoot({ conditions, seller: { termsUrl, email }, locale }: PayFootProps) {
  const t = await getTranslations("Pay");
  const link = "inline-flex min-h-11 items-center underline underline-offset-4";
  return (
    <div className="flex flex-col items-center gap-1 text-center text-sm text-ink-muted">
      <Conditions urls={conditions.length > 0 || termsUrl === undefined ? conditions : [termsUrl]} />
      <p className="flex flex-wrap justify-center gap-x-4">
        {email !== undefined && (
          <a href={`mailto:${email}`} className={link}>
            {t("help")}
          </a>
        )}
        <a href={`/${locale}/cart` as Route} className={link}>
          {t("toCart")}
        </a>
      </p>
    </div>
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
    return (
      <p key={url} className="text-sm text-ink-muted">
        {t.rich("conditions", { link })}
      </p>
    );
  });
}

type VoucherBoxProps = {
  readonly order: PayableOrder;
  readonly locale: Locale;
};

/** What a voucher pays and what is left for the card, or else the input for a code while the service takes vouchers. */
async function VoucherBox({ order, locale }: VoucherBoxProps) {
  const [t, { Cart }] = await Promise.all([getTranslations("Pay.voucher"), getMessages()]);
  if (!isZero(paymentParts(order).voucher)) {
    return (
      <div className="text-sm">
        <PartRows order={order} locale={locale} />
        <ReleaseForm
          action={removeVoucher}
          locale={locale}
          words={{ release: t("remove"), releasing: t("removing"), lost: Cart.lost }}
        />
      </div>
    );
  }
  if (!(await mayApplyVoucher())) return null;
  return (
    <VoucherForm
      action={applyVoucher}
      locale={locale}
      codeMax={VOUCHER_CODE_MAX}
      words={{ use: t("use"), label: t("label"), apply: t("apply"), lost: Cart.lost }}
    />
  );
}
