import type { Metadata, Route } from "next";
import { getMessages, getTranslations, setRequestLocale } from "next-intl/server";
import { viewCart } from "#app/[locale]/checkout/cart-view.ts";
import { CheckoutClock } from "#app/[locale]/checkout/checkout-clock.tsx";
import { PriceChange } from "#app/[locale]/checkout/price-change.tsx";
import { ReleaseForm } from "#components/release-form.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { localeFrom } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { movedFrom } from "#lib/domain/price-moved.ts";
import { standing } from "#lib/session/standing.ts";
import { Advices } from "./_components/advices.tsx";
import { CartEvents } from "./_components/cart-events.tsx";
import { CartSummary } from "./_components/cart-summary.tsx";
import { CodeBox } from "./_components/code-box.tsx";
import { NothingHeld } from "./_components/nothing-held.tsx";
import { releaseTickets } from "./actions.ts";
import { parseNews } from "./cart-news.ts";

export async function generateMetadata({ params }: PageProps<"/[locale]/cart">): Promise<Metadata> {
  const t = await getTranslations({ locale: localeFrom((await params).locale), namespace: "Hold" });
  return { title: t("title") };
}

/** What the visitor holds, event by event, and all that can still be changed about it. It works where no script runs. */
export default async function CartPage({ params, searchParams }: PageProps<"/[locale]/cart">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const now = new Date();
  const [stand, news, t, { Hold }] = await Promise.all([
    standing(now),
    searchParams.then(parseNews),
    getTranslations("Hold"),
    getMessages(),
  ]);
  const released = (
    <>
      {news.released !== undefined && (
        <FocusPanel tone="ok" turn={news.released} role="status" className="mb-6">
          <p className="font-semibold">{t("released", { count: news.released })}</p>
        </FocusPanel>
      )}
      {news.isReleaseLost && (
        <FocusPanel tone="bad" role="alert" className="mb-6">
          <p className="font-semibold">{t("lost.no_answer")}</p>
        </FocusPanel>
      )}
    </>
  );
  if (stand.at === "nothing" || stand.at === "paid") {
    return (
      <NothingHeld locale={locale} news={released} isUnknown={stand.at === "nothing" && news.isUnknown === true} />
    );
  }
  if (stand.at === "paying") return redirect({ href: "/checkout/pay/checking", locale });
  if (stand.at === "mixed") return redirect({ href: "/checkout/receipt", locale });

  const { visit, cart } = stand;
  // A Cart of which nothing is left comes to nothing: that is neither a price nor free.
  const isEmpty = cart?.sales.length === 0;
  const view = cart && !isEmpty ? await viewCart(cart, locale, now) : undefined;
  return (
    <div className="gutter mx-auto w-full max-w-6xl pt-6 pb-16 lg:pt-10">
      {released}
      <CheckoutClock stand={stand} view={view} locale={locale} now={now} />
      <h1 className="text-3xl">{t(isEmpty ? "nothingTitle" : "title")}</h1>
      {cart && view && (
        <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:items-start">
          <CartEvents view={view} locale={locale} />
          <div className="flex flex-col gap-5 lg:sticky lg:top-6">
            <PriceChange before={movedFrom(visit.total, cart)} now={cart.total} locale={locale} />
            <Advices cart={cart} locale={locale} />
            <CartSummary
              view={view}
              locale={locale}
              goOn={stand.at === "held" ? (`/${locale}/checkout` as Route) : undefined}
            >
              <CodeBox codes={cart.codes} locale={locale} refused={news.codes} />
            </CartSummary>
          </div>
        </div>
      )}
      {cart === undefined && (
        <div className="mt-6">
          <ReleaseForm
            action={releaseTickets}
            locale={locale}
            words={{ release: t("release"), releasing: t("releasing"), lost: Hold.lost }}
          />
        </div>
      )}
    </div>
  );
}
