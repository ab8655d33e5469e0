import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CheckoutClock } from "#app/[locale]/(shop)/_components/checkout-timer.tsx";
import { EmptyCartForm } from "#app/[locale]/(shop)/_components/empty-cart-form.tsx";
import { PriceChange } from "#app/[locale]/(shop)/_components/price-change.tsx";
import { TICKETS_QUESTION } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { type CartView, viewCart } from "#lib/cart/cart-view.ts";
import { cheaperToday } from "#lib/cart/cheaper-today.ts";
import { totalWithUndo } from "#lib/cart/new-total.ts";
import { offeringNow } from "#lib/cart/reserving/live-offering.ts";
import { previousTotal } from "#lib/cart/summary.ts";
import { catalogueOffering } from "#lib/catalogue/events.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { type CheckoutState, checkoutState } from "#lib/purchase/checkout-state.ts";
import { UNDO_OFFERED_SECONDS } from "#lib/session/undo.ts";
import { currentUndo } from "#lib/session/undo-cookie.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { formatMoney, type Money } from "#lib/ticketing/model/money.ts";
import { Advices } from "./_components/advices.tsx";
import { AddAnotherEvent, CartEvents } from "./_components/cart-events.tsx";
import { CartBar, CartSummary } from "./_components/cart-summary.tsx";
import { CodeBox } from "./_components/code-box.tsx";
import { EmptyCart } from "./_components/empty-cart.tsx";
import { UndoToast } from "./_components/undo-toast.tsx";
import { undoRemoval } from "./actions.ts";
import { type CartNews, parseNews } from "./cart-news.ts";

export default pageWithFallbacks(CartPage, { unavailable: "cart" });

/** The cart by event, with everything that can still be changed. It works without script. */
async function CartPage({ searchParams }: PageProps<"/[locale]/cart">, locale: Locale) {
  const now = new Date();
  const [checkout, news, t] = await Promise.all([
    checkoutState(now),
    searchParams.then(parseNews),
    getTranslations("Cart"),
  ]);
  if (checkout.state === "paying") return redirect({ href: "/checkout/pay/checking", locale });
  if (checkout.state === "partly_paid") return redirect({ href: "/checkout/receipt", locale });
  if (checkout.state === "email_needed") return redirect({ href: TICKETS_QUESTION, locale });
  const cart = "cart" in checkout ? checkout.cart : undefined;
  // Read here, where `pageWithFallbacks` catches a fault: inside a component it would leave the page empty without script.
  const view = cart && cart.sales.length > 0 ? await viewCart(cart, locale, now) : undefined;
  const cheaper = view && cart && checkout.state === "reserved" ? await cheaperEvents(view, cart, now) : new Map();

  return (
    <div className="gutter mx-auto w-full max-w-6xl pt-4 pb-16 lg:pt-6">
      {news.isReleaseLost && (
        <FocusPanel tone="bad" role="alert" className="mb-6">
          <p className="font-semibold">{t(news.typed.length > 0 ? "lost.no_answer" : "lostPress.no_answer")}</p>
        </FocusPanel>
      )}
      <UndoOffer cart={checkout.state === "reserved" ? cart : undefined} locale={locale} now={now} />
      {checkout.state === "empty" || checkout.state === "paid" ? (
        <EmptyCart locale={locale} isUnknown={checkout.state === "empty" && news.isUnknown === true} />
      ) : (
        <CartOf checkout={checkout} view={view} cheaper={cheaper} news={news} locale={locale} now={now} />
      )}
      <PageTitle>
        {titleWithError(t("title"), locale, news.isReleaseLost === true || news.codes !== undefined)}
      </PageTitle>
    </div>
  );
}

/** Returns the total of the cart with the lower prices of today, by the event that has them. */
async function cheaperEvents({ events }: CartView, cart: Cart, now: Date): Promise<ReadonlyMap<number, Money>> {
  const totals = await Promise.all(
    events.map(async ({ eventId }) => cheaperToday(cart, eventId, (await catalogueOffering(eventId)).value, now)),
  );
  return new Map(events.flatMap(({ eventId }, at) => (totals[at] ? [[eventId, totals[at]] as const] : [])));
}

type CartOfProps = {
  readonly checkout: Extract<CheckoutState, { state: "reserved" | "expired" }>;
  /** Absent for a cart without sales: its total is neither a price nor free. */
  readonly view: Awaited<ReturnType<typeof viewCart>> | undefined;
  readonly cheaper: ReadonlyMap<number, Money>;
  readonly news: CartNews;
  readonly locale: Locale;
  readonly now: Date;
};

async function CartOf({ checkout, view, cheaper, news, locale, now }: CartOfProps): Promise<ReactNode> {
  const t = await getTranslations("Cart");
  const { purchase } = checkout;
  const checkoutHref = `/${locale}/checkout` as Route;
  return (
    <>
      <CheckoutClock checkout={checkout} view={view} locale={locale} now={now} on="cart" />
      <h1 className="reserved-only text-3xl">{t("title")}</h1>
      {checkout.state === "reserved" && view && (
        <>
          <p className="reserved-only mt-1 text-ink-muted">
            {t("countOf", { count: view.count, events: view.events.length })}
          </p>
          <div className="reserved-only mt-5 grid grid-cols-1 gap-x-10 gap-y-4 lg:mt-7 lg:grid-cols-[minmax(0,1fr)_25rem] lg:items-start">
            <div className="flex flex-col gap-4">
              <CartEvents view={view} locale={locale} total={checkout.cart.total} cheaper={cheaper} />
              <Advices cart={checkout.cart} locale={locale} />
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                <AddAnotherEvent locale={locale} />
                <EmptyCartForm locale={locale} />
              </div>
            </div>
            <div className="flex flex-col gap-4 lg:sticky lg:top-6">
              <PriceChange
                before={previousTotal(purchase.total, checkout.cart)}
                now={checkout.cart.total}
                locale={locale}
              />
              <CartSummary view={view} locale={locale} checkoutHref={checkoutHref}>
                <CodeBox summary={view.summary} locale={locale} refused={news.codes} typed={news.typed} />
              </CartSummary>
            </div>
          </div>
          <CartBar view={view} locale={locale} checkoutHref={checkoutHref} />
        </>
      )}
    </>
  );
}

type UndoOfferProps = { readonly cart: Cart | undefined; readonly locale: Locale; readonly now: Date };

/** In the same place on every cart page, so that the result of an undo survives a new render. */
async function UndoOffer({ cart, locale, now }: UndoOfferProps) {
  const [undo, t, { Errors }] = await Promise.all([currentUndo(), getTranslations("Cart.undo"), getMessages()]);
  const secondsLeft = undo === undefined ? 0 : UNDO_OFFERED_SECONDS - (now.getTime() - undo.at) / 1000;
  const removed = undo?.ticketType ?? undo?.events[0]?.eventName ?? "";
  const isOffered = undo !== undefined && secondsLeft > 0;
  const total = isOffered ? await totalWithUndo(undo, cart, { now, read: offeringNow }) : undefined;
  const lines = [
    undo?.isOneOfSeveral ? t("removed", { event: removed }) : t("emptied"),
    ...(total ? [t(total.isAtMost ? "totalAtMost" : "total", { total: formatMoney(total.total, locale) })] : []),
  ];
  return (
    <UndoToast
      {...(isOffered && { offer: { id: undo.id, lines, secondsLeft, said: total?.total.minor ?? 0 } })}
      action={undoRemoval}
      locale={locale}
      words={{ undo: t("undo"), undoing: t("undoing"), lost: Errors.lost }}
    />
  );
}
