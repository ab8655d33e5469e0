import type { Metadata, Route } from "next";
import { getMessages, getTranslations, setRequestLocale } from "next-intl/server";
import { CheckoutClock } from "#app/[locale]/_components/checkout-timer.tsx";
import { PriceChange } from "#app/[locale]/_components/price-change.tsx";
import { answeredPage } from "#app/[locale]/answered-page.tsx";
import { requirePayable } from "#app/[locale]/require-open-checkout.ts";
import { viewCart } from "#lib/cart/cart-view.ts";
import { previousTotal } from "#lib/cart/summary.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { isCardShown, payableOrder } from "#lib/checkout/pay/payment-methods.ts";
import { brand } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { FORM_TOKEN } from "#lib/session/visit/form-token.ts";
import { payToken } from "#lib/session/visit/order-token.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import { paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import { CardForm } from "./_components/card-form.tsx";
import { Essentials } from "./_components/essentials.tsx";
import { PaidAlready } from "./_components/paid-already.tsx";
import { PayFoot } from "./_components/pay-foot.tsx";
import { PayReview } from "./_components/pay-review.tsx";
import { VoucherBox } from "./_components/voucher-box.tsx";
import { pay } from "./actions.ts";

export async function generateMetadata({ params }: PageProps<"/[locale]/checkout/pay">): Promise<Metadata> {
  const t = await getTranslations({ locale: localeFrom((await params).locale), namespace: "Pay" });
  return { title: t("title") };
}

export default answeredPage(PayPage);

async function PayPage({ params }: PageProps<"/[locale]/checkout/pay">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const now = new Date();
  const { checkout, buyer, cart } = await requirePayable(locale);
  const { visit, attempt } = checkout;
  const view = await viewCart(cart, locale, now);
  const [t, { Pay, Cart }, seller] = await Promise.all([getTranslations("Pay"), getMessages(), currentSeller()]);
  const order = payableOrder(visit, cart);
  const needsCard = isCardShown(order);
  const moved = previousTotal(visit.total, cart);
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
        hidden={{ locale, [FORM_TOKEN]: payToken(visit, cart) }}
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
            {visit.paidKeys && <PaidAlready locale={locale} />}
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
