import type { Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { releaseTickets } from "#app/[locale]/cart/actions.ts";
import type { CartView } from "#app/[locale]/checkout/cart-view.ts";
import { CheckoutReview } from "#app/[locale]/checkout/checkout-review.tsx";
import { ReleaseForm } from "#components/release-form.tsx";
import type { Locale } from "#i18n/routing.ts";
import type { Buyer } from "#lib/domain/buyer.ts";
import type { Visit } from "#lib/session/cart-cookie.ts";

type PayReviewProps = {
  readonly view: CartView;
  readonly visit: Visit;
  readonly buyer: Buyer;
  readonly locale: Locale;
};

/** Everything once more before paying, each group with the way back to it. */
export async function PayReview({ view, visit, buyer, locale }: PayReviewProps) {
  const [t, hold] = await Promise.all([getTranslations("Pay"), getTranslations("Hold")]);
  const link = "tap inline-flex shrink-0 items-center justify-end text-accent-text underline underline-offset-4";
  return (
    <CheckoutReview view={view} locale={locale}>
      <div className="flex items-start justify-between gap-4 border-t border-line pt-4">
        <div className="min-w-0">
          <h2 className="font-text text-base font-semibold">{t("buyer")}</h2>
          <p>
            {buyer.firstName} {buyer.lastName}
          </p>
          <p className="text-sm break-words text-ink-muted">{buyer.email}</p>
          {buyer.phone !== undefined && <p className="text-sm text-ink-muted">{buyer.phone}</p>}
        </div>
        <Link href={`/${locale}/checkout` as Route} className={`${link} -mt-2.5`} prefetch={false}>
          {hold("edit")}
          <span className="sr-only"> {t("buyer")}</span>
        </Link>
      </div>
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <ReleaseForm
          action={releaseTickets}
          locale={locale}
          words={{ release: hold("release"), releasing: hold("releasing") }}
        />
        <Link href={`/${locale}/events/${visit.eventId}` as Route} className={link} prefetch={false}>
          {hold("editTickets")}
        </Link>
      </div>
    </CheckoutReview>
  );
}
