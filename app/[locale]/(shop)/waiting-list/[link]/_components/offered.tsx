import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { reserveOffered } from "#app/[locale]/(shop)/waiting-list/[link]/actions.ts";
import { ReservationTimer } from "#components/cart/reservation-timer.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button } from "#components/ui/button.tsx";
import { QuantityField } from "#components/ui/quantity-field.tsx";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { placeOf } from "#lib/i18n/date-text.ts";
import { inSection } from "#lib/i18n/words.ts";
import { addMoney, formatMoney } from "#lib/ticketing/model/money.ts";
import { secondsUntil } from "#lib/ticketing/model/reservation.ts";
import { quantities, type WaitingEntry, type WaitingOffer } from "#lib/ticketing/model/waiting-list.ts";
import { OfferedTotal } from "./offered-total.tsx";
import { type HiddenFields, Leave } from "./waiting.tsx";

type OfferedProps = { readonly entry: WaitingEntry; readonly offer: WaitingOffer; readonly hidden: HiddenFields };

/** Offered tickets: the visitor chooses among them, and one press reserves them and leads to checkout. */
export async function Offered({ entry, offer, hidden }: OfferedProps) {
  const [t, cart, common, { Common }, locale, { value: event }] = await Promise.all([
    getTranslations("WaitingList"),
    getTranslations("Cart"),
    getTranslations("Common"),
    getMessages(),
    getLocale(),
    catalogueEvent(entry.eventId),
  ]);
  const chosen = chosenFirst(offer);
  const tickets = Object.fromEntries(
    offer.ticketTypes.map(({ id, price, fee }) => [
      `qty.${id}`,
      { price: addMoney(price, fee), chosen: chosen.get(id) ?? 0 },
    ]),
  );
  return (
    <>
      {/* The timer below says how many are reserved. */}
      <h2 className="text-2xl">{t("turn")}</h2>
      <div className="flex flex-col gap-2">
        <ReservationTimer
          count={offer.quantity}
          expiresAt={offer.expiresAt}
          secondsLeft={secondsUntil(offer.expiresAt, new Date())}
          locale={locale}
          timeZone={event?.venue.timeZone ?? "UTC"}
          placeTime={event ? common("placeTime", { place: placeOf(event.venue) }) : "(UTC)"}
          words={Common.timer}
        />
        <p className="text-sm text-ink-muted">{t("after")}</p>
      </div>
      <form action={reserveOffered} className="flex flex-col gap-5">
        <Hidden fields={hidden} />
        {offer.ticketTypes.map((type, _, { length }) => {
          const name = inSection(type.name, offer.sectionName, locale);
          const each = t("each", { price: formatMoney(addMoney(type.price, type.fee), locale) });
          return (
            <div key={type.id} className="flex flex-col gap-4">
              {length === 1 && (
                <p className="flex items-baseline justify-between gap-4">
                  <bdi lang={contentLanguage()} className="font-semibold">
                    {name}
                  </bdi>
                  <span className="figures shrink-0 text-ink-muted">{each}</span>
                </p>
              )}
              <QuantityField
                label={length === 1 ? t("quantity") : <bdi lang={contentLanguage()}>{name}</bdi>}
                name={`qty.${type.id}`}
                hint={length === 1 ? undefined : each}
                quantities={[0, ...quantities(type.minimum, type.maximum)]}
                chosen={chosen.get(type.id) ?? 0}
              />
            </div>
          );
        })}
        <OfferedTotal tickets={tickets} locale={locale} label={cart("total")} />
        <Button>{t("continue")}</Button>
      </form>
      <div className="border-t border-line pt-4">
        <Leave hidden={hidden} label={t("decline")} />
      </div>
    </>
  );
}

/** Returns a first choice of as many tickets as were offered, from the first types. */
function chosenFirst({ ticketTypes, quantity }: WaitingOffer): ReadonlyMap<number, number> {
  const whole = ticketTypes.find(({ minimum, maximum }) => minimum <= quantity && quantity <= maximum);
  if (whole) return new Map([[whole.id, quantity]]);
  let missing = quantity;
  return new Map(
    ticketTypes.map(({ id, minimum, maximum }) => {
      const some = Math.min(missing, maximum);
      const count = some < minimum ? 0 : some;
      missing -= count;
      return [id, count];
    }),
  );
}
