import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { Fragment } from "react";
import { EmptyCartForm } from "#app/[locale]/_components/empty-cart-form.tsx";
import { CartReview } from "#components/cart/cart-review.tsx";
import type { CartView } from "#lib/cart/cart-view.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import type { Locale } from "#lib/i18n/routing.ts";

type CheckoutReviewProps = {
  readonly view: CartView;
  readonly locale: Locale;
  /** Links to change the order. They are shown below, also while the review is closed. */
  readonly changes?: readonly { readonly href: Route; readonly label: string }[];
};

/** The reserved tickets and their price, with links to change them and to empty the cart. */
export async function CheckoutReview({ view, locale, changes = [] }: CheckoutReviewProps) {
  const t = await getTranslations("Cart");
  return (
    <Fragment>
      <CartReview
        {...view}
        locale={locale}
        words={{
          title: t("review"),
          count:
            view.events.length > 1
              ? t("countOf", { count: view.count, events: view.events.length })
              : t("count", { count: view.count }),
          subtotal: t("subtotal"),
          total: t("total"),
          included: t("included"),
          free: t("free"),
          each: (price) => t("each", { price }),
          youSave: (amount) => t("youSave", { amount }),
        }}
      />
      <div className="mt-1 flex flex-wrap items-start gap-x-4 px-0.5 text-sm lg:gap-x-5 lg:px-5">
        {changes.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
          >
            {label}
          </a>
        ))}
        <EmptyCartForm locale={locale} />
      </div>
    </Fragment>
  );
}

/** The seller of a free order, which has no pay page to name the seller above the button. */
export async function FreeOrderSeller() {
  const [t, seller] = await Promise.all([getTranslations("Details"), currentSeller()]);
  return (
    <p className="text-sm text-ink-muted">
      {t.rich("seller", {
        seller: seller.name,
        b: (name) => (
          <b className="font-semibold text-ink">
            <bdi>{name}</bdi>
          </b>
        ),
      })}
    </p>
  );
}
