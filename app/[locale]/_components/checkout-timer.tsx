import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { extendReservation, reserveTicketsAgain } from "#app/[locale]/actions.ts";
import { ReservationClock } from "#components/cart/reservation-clock.tsx";
import type { Locale } from "#i18n/routing.ts";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { secondsUntil } from "#lib/domain/reservation/reservation.ts";
import type { CartView } from "#lib/purchase/cart-view.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";

type CheckoutClockProps = {
  readonly checkout: OpenCheckout;
  readonly view: CartView | undefined;
  readonly locale: Locale;
  readonly now: Date;
};

/** The same clock on every page of the checkout, in the same place: what it was told outlives a new drawing. */
export async function CheckoutClock({ checkout, view, locale, now }: CheckoutClockProps) {
  const [common, t] = await Promise.all([getTranslations("Common"), getTranslations("Cart")]);
  const { Common, Cart } = await getMessages();
  const expiresAt = checkout.state === "reserved" ? (checkout.cart.expiresAt ?? checkout.visit.expiresAt) : undefined;
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

  const expired = checkout.state === "reserved" ? await Promise.all(checkout.expired.map(nameOf)) : [];
  // A service that names no end has no clock to show, and nothing that could have ended.
  if (checkout.state === "reserved" && running === undefined) return null;
  return (
    <ReservationClock
      {...(running && { running })}
      partlyExpired={
        expired.length > 0 ? t("partlyExpired", { events: new Intl.ListFormat(locale).format(expired) }) : undefined
      }
      locale={locale}
      extendReservation={extendReservation}
      reserveTicketsAgain={reserveTicketsAgain}
      otherwise={
        <a
          href={elsewhere(checkout.visit.reservations, locale)}
          className="tap inline-flex items-center font-semibold underline underline-offset-4"
        >
          {t("expired.choose")}
        </a>
      }
      words={{
        timer: Common.timer,
        soon: t("moreTime.text"),
        moreTime: t("moreTime.button"),
        extending: t("moreTime.extending"),
        expiredTitle: t("expired.title"),
        expiredText: t("expired.text"),
        again: t("expired.button"),
        reserving: t("expired.reserving"),
        lost: Cart.lost,
      }}
    />
  );
}

/** A cookie that was too small for the names knows the event alone. */
async function nameOf({ eventId, eventName }: Named): Promise<string> {
  return eventName || ((await catalogueEvent(eventId)).value?.name ?? "");
}

type Named = OpenCheckout["visit"]["reservations"][number];

/** Where to choose other tickets: at the one event, or among all of them. */
function elsewhere(reservations: OpenCheckout["visit"]["reservations"], locale: Locale): Route {
  const [first, ...others] = new Set(reservations.map(({ eventId }) => eventId));
  return (first === undefined || others.length > 0 ? `/${locale}` : `/${locale}/events/${first}`) as Route;
}
