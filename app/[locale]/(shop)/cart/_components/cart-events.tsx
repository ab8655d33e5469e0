import { Pencil, Plus, X } from "lucide";
import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { releaseEvent, takeTodaysPriceOf } from "#app/[locale]/(shop)/cart/actions.ts";
import { lostPress } from "#app/[locale]/(shop)/lost-press.ts";
import { QUIET, ReleaseForm } from "#components/cart/release-form.tsx";
import { Poster } from "#components/poster/poster.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import type { CartEvent, CartView } from "#lib/cart/cart-view.ts";
import { pictureOfEvent } from "#lib/catalogue/pictures/page-pictures.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { formatMoney, type Money } from "#lib/ticketing/model/money.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";
import { CartLineRow, lossWords } from "./cart-line.tsx";

type CartEventsProps = {
  readonly view: CartView;
  readonly locale: string;
  /** Absent when the reservation has expired: nothing can be changed. */
  readonly total: Money | undefined;
  /** The total of the cart with an event's tickets at the lower prices of today, by the event's id. */
  readonly cheaper: ReadonlyMap<number, Money>;
};

/** The reserved tickets by event, with a stepper for each line. */
export async function CartEvents({ view, ...shared }: CartEventsProps) {
  return (
    <div className="flex flex-col gap-4">
      {view.events.map((event) => (
        <EventOf key={event.eventId} event={event} {...shared} />
      ))}
    </div>
  );
}

export async function AddAnotherEvent({ locale }: { readonly locale: string }) {
  const t = await getTranslations("Cart");
  return (
    <PageLink href={`/${locale}` as Route} className={buttonClass("secondary", "min-h-13 grow lg:grow-0")}>
      <Icon of={Plus} className="size-5" />
      <span>{t("keepChoosing")}</span>
    </PageLink>
  );
}

type EventOfProps = Omit<CartEventsProps, "view"> & { readonly event: CartEvent };

async function EventOf({ event, locale, total, cheaper }: EventOfProps) {
  const { eventId, eventName, group, place, dates } = event;
  const [picture, t] = await Promise.all([pictureOfEvent(eventId), getTranslations("Cart")]);
  const isOneDate = dates.length === 1;
  return (
    <article className="rounded-xl border border-line bg-surface px-4 pt-4 pb-1 shadow-raise lg:px-6 lg:pt-5 lg:pb-3">
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 lg:grid-cols-[6rem_minmax(0,1fr)] lg:gap-x-5">
        <div className="mb-3 self-start overflow-hidden rounded-md lg:row-span-2 lg:rounded-lg">
          <Poster
            eventId={eventId}
            picture={picture}
            brandHue={await currentHue()}
            use="thumb"
            className="aspect-square"
          />
        </div>
        <div className="mb-3 text-sm">
          {group !== undefined && <p className="font-semibold text-accent-text">{group}</p>}
          <h2 className="text-xl text-pretty">
            <bdi lang={contentLanguage()}>{eventName}</bdi>
          </h2>
          {isOneDate && dates[0]?.when !== undefined && <p className="figures mt-1">{dates[0].when}</p>}
          {place !== undefined && <p className="text-ink-muted">{place}</p>}
        </div>
        <div className="col-span-2 -mt-3 text-sm lg:col-span-1 lg:col-start-2">
          <EventActions event={event} locale={locale} />
          <CheaperToday event={event} locale={locale} total={cheaper.get(eventId)} />
        </div>
        <div className="col-span-2 lg:col-span-1 lg:col-start-2">
          {dates.map(({ eventDateId, when, isCancelled, before, lines }) => (
            <div key={eventDateId}>
              {!isOneDate && when !== undefined && (
                <p className="figures border-t border-line py-2 text-sm font-semibold">{when}</p>
              )}
              {isCancelled ? (
                <p role="alert" className="pb-3 text-sm font-semibold text-bad">
                  {t("dateCancelled")}
                </p>
              ) : (
                before !== undefined && (
                  <p className="mb-3 rounded-md border border-warn bg-warn-soft px-3 py-2 text-sm font-semibold">
                    {t("dateMoved", { when: before })}
                  </p>
                )
              )}
              <ul>
                {lines.map((line) => (
                  <CartLineRow
                    key={`${line.ticketTypeId} ${line.each.minor}`}
                    line={line}
                    eventId={eventId}
                    locale={locale}
                    cartTotal={total}
                  />
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </article>
  );
}

type EventActionsProps = { readonly event: CartEvent; readonly locale: string };

/** Leads to the event's page to choose other tickets of it, and removes all of them. */
async function EventActions({ event: { eventId, eventName, without }, locale }: EventActionsProps) {
  const [t, { Cart }] = await Promise.all([getTranslations("Cart"), getMessages()]);
  return (
    <div className="flex flex-wrap gap-x-6 pb-1">
      <PageLink
        href={`/${locale}/events/${eventId}` as Route}
        aria-label={t("editOf", { event: eventName })}
        className={QUIET}
      >
        <Icon of={Pencil} className="size-5" />
        <span>{t("editTickets")}</span>
      </PageLink>
      <ReleaseForm
        action={releaseEvent}
        locale={locale}
        hidden={{ event: eventId }}
        tone="quiet"
        label={t("removeOf", { event: eventName })}
        words={{ release: t("remove"), releasing: t("removing"), lost: lostPress(Cart) }}
      >
        <Icon of={X} className="size-5" />
      </ReleaseForm>
      {without && <p className="w-full pb-2 text-ink-muted">{t("change.without", lossWords(without, locale))}</p>}
    </div>
  );
}

type CheaperTodayProps = EventActionsProps & { readonly total: Money | undefined };

/** Says that the tickets cost less today, and takes that price. */
async function CheaperToday({ event: { eventId, eventName }, locale, total }: CheaperTodayProps) {
  if (total === undefined) return null;
  const [t, { Cart }] = await Promise.all([getTranslations("Cart"), getMessages()]);
  return (
    <div className="flex flex-wrap items-center gap-x-4 pb-2">
      <p>{t("cheaper.text", { total: formatMoney(total, locale) })}</p>
      <ReleaseForm
        action={takeTodaysPriceOf}
        locale={locale}
        hidden={{ event: eventId, said: total.minor }}
        label={t("cheaper.takeOf", { event: eventName })}
        words={{
          release: t("cheaper.take"),
          releasing: t("expired.reserving"),
          lost: lostPress(Cart),
        }}
      />
    </div>
  );
}
