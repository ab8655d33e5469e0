import { getMessages, getTranslations } from "next-intl/server";
import { AMOUNT_DUE } from "#app/[locale]/(shop)/checkout/checkout-review.tsx";
import { Price } from "#components/cart/price.tsx";
import { ReleaseForm } from "#components/cart/release-form.tsx";
import { negativeAmount } from "#components/cart/summary-total.tsx";
import type { Locale } from "#lib/i18n/routing.ts";
import { isZero } from "#lib/ticketing/model/money.ts";
import { type PayableOrder, paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import { removeVoucher } from "../actions.ts";

type PartRowsProps = { readonly order: PayableOrder; readonly locale: Locale };

/**
 * What each payment method pays: "Voucher · Remove −$20.00", "To pay by card $35.00". Renders nothing if the card pays everything.
 */
export async function PartRows({ order, locale }: PartRowsProps) {
  const [t, { Cart }] = await Promise.all([getTranslations("Pay.voucher"), getMessages()]);
  const { voucher, card } = paymentParts(order);
  if (isZero(voucher)) return null;
  return (
    <dl className="flex basis-full flex-col gap-1 border-t border-line px-4 py-3 text-base lg:px-5">
      <div className="flex items-center justify-between gap-4">
        <dt className="-my-2 flex flex-wrap items-center gap-x-3">
          {t("row")}
          <div className="text-sm">
            <ReleaseForm
              action={removeVoucher}
              locale={locale}
              label={t("remove")}
              words={{ release: Cart.code.remove, releasing: t("removing"), lost: Cart.lost }}
            />
          </div>
        </dt>
        <dd className="figures shrink-0 font-semibold whitespace-nowrap text-ok">{negativeAmount(voucher, locale)}</dd>
      </div>
      <div className="flex items-center justify-between gap-4 font-semibold">
        <dt>{t("byCard")}</dt>
        <dd>
          <Price money={card} locale={locale} className={AMOUNT_DUE} />
        </dd>
      </div>
    </dl>
  );
}
