import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import type { CartView } from "#app/[locale]/checkout/cart-view.ts";
import { CheckoutReview } from "#app/[locale]/checkout/checkout-review.tsx";
import type { Locale } from "#i18n/routing.ts";
import type { Buyer } from "#lib/domain/buyer.ts";

type PayReviewProps = {
  readonly view: CartView;
  readonly buyer: Buyer;
  readonly locale: Locale;
};

/** Everything once more before paying, with the way back to each part. */
export async function PayReview({ view, buyer, locale }: PayReviewProps) {
  const [t, hold] = await Promise.all([getTranslations("Pay"), getTranslations("Hold")]);
  return (
    <CheckoutReview
      view={view}
      locale={locale}
      changes={[
        { href: `/${locale}/checkout` as Route, label: hold("editDetails") },
        { href: `/${locale}/cart` as Route, label: hold("editTickets") },
      ]}
    >
      <div className="border-t border-line pt-4">
        <h2 className="font-text text-base font-semibold">{t("buyer")}</h2>
        <p>
          {buyer.firstName} {buyer.lastName}
        </p>
        <p className="text-sm break-words text-ink-muted">{buyer.email}</p>
        {buyer.phone !== undefined && <p className="text-sm text-ink-muted">{buyer.phone}</p>}
      </div>
    </CheckoutReview>
  );
}
