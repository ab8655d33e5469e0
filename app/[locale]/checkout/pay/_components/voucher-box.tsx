import { getMessages, getTranslations } from "next-intl/server";
import { ReleaseForm } from "#components/cart/release-form.tsx";
import { mayApplyVoucher, VOUCHER_CODE_MAX } from "#lib/checkout/pay/apply-voucher.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { isZero } from "#lib/ticketing/model/money.ts";
import { type PayableOrder, paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import { applyVoucher, removeVoucher } from "../actions.ts";
import { PartRows } from "./part-rows.tsx";
import { VoucherForm } from "./voucher-form.tsx";

type VoucherBoxProps = {
  readonly order: PayableOrder;
  readonly locale: Locale;
};

/** What a voucher pays and what is left for the card, or else the input for a code while the service takes vouchers. */
export async function VoucherBox({ order, locale }: VoucherBoxProps) {
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
