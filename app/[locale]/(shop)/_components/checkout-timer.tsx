import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { EmptyCartForm } from "#app/[locale]/(shop)/_components/empty-cart-form.tsx";
import { extendReservation, reserveTicketsAgain } from "#app/[locale]/(shop)/actions.ts";
import { totalText } from "#app/[locale]/(shop)/reserve-again-words.ts";
import { ReservationClock } from "#components/cart/reservation-clock.tsx";
import { type DateTickets, removedTickets, ticketsIn } from "#lib/cart/cart-tickets.ts";
import type { CartView } from "#lib/cart/cart-view.ts";
import { removedReservations, totalWithExpired } from "#lib/cart/new-total.ts";
import { offeringNow } from "#lib/cart/reserving/live-offering.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { inSection } from "#lib/i18n/words.ts";
import { reservedUntil } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { canExtend } from "#lib/ticketing/carts.ts";
import { secondsUntil, ticketCount } from "#lib/ticketing/model/reservation.ts";

type CheckoutClockProps = {
  readonly checkout: OpenCheckout;
  readonly view: CartView | undefined;
  readonly locale: Locale;
  readonly now: Date;
  /** On the details page the form stays, with what was typed. */
  readonly on: "cart" | "details" | "payment";
};

/** The timer. Each page of the checkout renders it at the same place in the tree, so that React keeps its state. */
export async function CheckoutClock({ checkout, view, locale, now, on }: CheckoutClockProps) {
  const [common, t] = await Promise.all([getTranslations("Common"), getTranslations("Cart")]);
  const { Common, Cart } = await getMessages();
  const expiresAt = checkout.state === "reserved" ? reservedUntil(checkout, now) : undefined;
  const running =
    checkout.state === "reserved" && view && expiresAt !== undefined
      ? {
          count: view.count,
          expiresAt,
          secondsLeft: checkout.cart.secondsLeft ?? secondsUntil(expiresAt, now),
          timeZone: view.timeZone,
          placeTime: common("placeTime", { place: view.place }),
        }
      : undefined;

  const removed = await removedTickets(removedReservations(checkout), locale, now);
  const expired = checkout.state === "reserved" ? [...new Set(removed.map(({ eventName }) => eventName))] : [];
  const named = ({ eventName, when, lines }: DateTickets) => ({
    eventName,
    ...(when !== undefined && { when }),
    lines: [...Map.groupBy(lines, ({ name, section }) => name && inSection(name, section, locale))].map(
      ([name, same]) =>
        name === undefined
          ? { count: t("count", { count: ticketCount(same) }) }
          : { count: `${ticketCount(same)} ×`, name },
    ),
  });
  const newTotal =
    checkout.state === "expired" || expired.length > 0
      ? await totalWithExpired(checkout, { now, read: offeringNow })
      : undefined;
  // A service without end times has no timer.
  if (checkout.state === "reserved" && running === undefined) return null;
  return (
    <ReservationClock
      {...(running && { running })}
      inCart={view ? ticketsIn(view).map(named) : []}
      forgotten={removed.map(named)}
      partlyExpired={
        expired.length > 0 ? t("partlyExpired", { events: new Intl.ListFormat(locale).format(expired) }) : undefined
      }
      again={{
        total: newTotal?.total.minor ?? checkout.cart?.total.minor ?? 0,
        ...(newTotal && { text: await totalText(newTotal, locale) }),
      }}
      locale={locale}
      canExtend={canExtend()}
      extendReservation={extendReservation}
      reserveTicketsAgain={reserveTicketsAgain}
      isWholePage={on !== "details"}
      otherwise={
        <>
          <a
            href={otherTickets(checkout.purchase.reservations, locale)}
            className="tap inline-flex items-center font-semibold underline underline-offset-4"
          >
            {t("expired.choose")}
          </a>
          {on === "cart" && <EmptyCartForm locale={locale} />}
        </>
      }
      words={{
        timer: Common.timer,
        soon: t("moreTime.text"),
        moreTime: t("moreTime.button"),
        extending: t("moreTime.extending"),
        extended: Cart.moreTime.extended,
        expiredTitle: t("expired.title"),
        expiredText: t(on === "cart" ? "expired.textInCart" : "expired.text"),
        again: t("expired.button"),
        reserving: t("expired.reserving"),
        lost: Cart.lost,
      }}
    />
  );
}

/** Returns the link for choosing other tickets: to the event if there is only one, otherwise to the list. */
function otherTickets(reservations: OpenCheckout["purchase"]["reservations"], locale: Locale): Route {
  const [first, ...others] = new Set(reservations.map(({ eventId }) => eventId));
  return (first === undefined || others.length > 0 ? `/${locale}` : `/${locale}/events/${first}`) as Route;
}
