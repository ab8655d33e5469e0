import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { Fragment, type ReactNode } from "react";
import { releaseTickets } from "#app/[locale]/cart/actions.ts";
import { CartReview } from "#components/cart-review.tsx";
import { ReleaseForm } from "#components/release-form.tsx";
import type { Locale } from "#i18n/routing.ts";
import type { CartView } from "./cart-view.ts";

type CheckoutReviewProps = {
  readonly view: CartView;
  readonly locale: Locale;
  /** The ways back to what can still be changed. They stand below, also while the review is closed. */
  readonly changes?: readonly { readonly href: Route; readonly label: string }[];
  readonly children?: ReactNode;
};

/** What is held and what it costs, as on every page of the checkout; how to change it, and how to let go of it. */
export async function CheckoutReview({ view, locale, changes = [], children }: CheckoutReviewProps) {
  const [t, { Hold }] = await Promise.all([getTranslations("Hold"), getMessages()]);
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
          total: t("total"),
          included: t("included"),
          free: t("free"),
        }}
      >
        {children}
      </CartReview>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 px-0.5 text-sm lg:gap-x-5 lg:px-5">
        {changes.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
          >
            {label}
          </a>
        ))}
        <ReleaseForm
          action={releaseTickets}
          locale={locale}
          words={{ release: t("release"), releasing: t("releasing"), lost: Hold.lost }}
        />
      </div>
    </Fragment>
  );
}
