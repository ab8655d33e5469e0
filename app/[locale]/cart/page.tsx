import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { viewCart } from "#app/[locale]/checkout/cart-view.ts";
import { CheckoutClock } from "#app/[locale]/checkout/checkout-clock.tsx";
import { CheckoutReview } from "#app/[locale]/checkout/checkout-review.tsx";
import { ReleaseForm } from "#components/release-form.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { localeFrom } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { standing } from "#lib/session/standing.ts";
import { NothingHeld } from "./_components/nothing-held.tsx";
import { releaseTickets } from "./actions.ts";

export async function generateMetadata({ params }: PageProps<"/[locale]/cart">): Promise<Metadata> {
  const t = await getTranslations({ locale: localeFrom((await params).locale), namespace: "Hold" });
  return { title: t("title") };
}

/** What the visitor holds: the way back into the checkout, also where no script runs. */
export default async function CartPage({ params }: PageProps<"/[locale]/cart">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const now = new Date();
  const stand = await standing(now);
  if (stand.at === "nothing" || stand.at === "paid") return <NothingHeld locale={locale} />;
  if (stand.at === "paying") return redirect({ href: "/checkout/pay/checking", locale });

  const t = await getTranslations("Hold");
  const view = stand.cart && (await viewCart(stand.cart, locale, now));
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col pt-6 pb-16 lg:pt-10">
      <CheckoutClock stand={stand} view={view} locale={locale} now={now} />
      <h1 className="mb-6 text-3xl">{t("title")}</h1>
      {view && <CheckoutReview view={view} locale={locale} />}
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {stand.at === "held" && (
          <Link
            href={`/${locale}/checkout` as Route}
            className={buttonClass("primary", "w-full sm:w-auto sm:min-w-48")}
            prefetch={false}
          >
            {t("continue")}
          </Link>
        )}
        {view === undefined && (
          <ReleaseForm
            action={releaseTickets}
            locale={locale}
            words={{ release: t("release"), releasing: t("releasing") }}
          />
        )}
      </div>
    </div>
  );
}
