import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CartReview } from "#components/cart-review.tsx";
import type { Locale } from "#i18n/routing.ts";
import type { CartView } from "./cart-view.ts";

type CheckoutReviewProps = { readonly view: CartView; readonly locale: Locale; readonly children?: ReactNode };

/** What is held and what it costs, as on every page of the checkout. */
export async function CheckoutReview({ view, locale, children }: CheckoutReviewProps) {
  const t = await getTranslations("Hold");
  return (
    <CartReview
      {...view}
      locale={locale}
      words={{
        title: t("review"),
        count: t("count", { count: view.count }),
        total: t("total"),
        included: t("included"),
        free: t("free"),
      }}
    >
      {children}
    </CartReview>
  );
}
