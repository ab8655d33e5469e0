import type { Route } from "next";
import Link from "next/link";
import { getMessages, getTranslations } from "next-intl/server";
import type { CartEvent, CartView } from "#app/[locale]/checkout/cart-view.ts";
import { hueOf } from "#components/accent.ts";
import { DateLines } from "#components/cart-review.tsx";
import { Poster } from "#components/poster.tsx";
import { ReleaseForm } from "#components/release-form.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { brand } from "#lib/env.ts";
import { releaseEvent } from "../actions.ts";

type CartEventsProps = { readonly view: CartView; readonly locale: string };

/** Event by event: what is held for it, how to change it, and how to let go of it alone. */
export async function CartEvents({ view, locale }: CartEventsProps) {
  const t = await getTranslations("Hold");
  return (
    <section aria-labelledby="events" className="flex flex-col gap-4">
      <h2 id="events" className="font-text text-base font-normal text-ink-muted">
        {t("countOf", { count: view.count, events: view.events.length })}
      </h2>
      {view.events.map((event) => (
        <EventOf key={event.eventId} event={event} locale={locale} />
      ))}
      <Link href={`/${locale}` as Route} className={buttonClass("secondary", "w-full sm:w-auto sm:self-start")}>
        {t("keepChoosing")}
      </Link>
    </section>
  );
}

type EventOfProps = { readonly event: CartEvent; readonly locale: string };

async function EventOf({ event: { eventId, eventName, place, dates }, locale }: EventOfProps) {
  const [t, { Hold }] = await Promise.all([getTranslations("Hold"), getMessages()]);
  return (
    <article className="rounded-xl border border-line bg-surface shadow-raise">
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-4 p-4 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-5 sm:gap-y-3 sm:p-5">
        <div className="self-start overflow-hidden rounded-lg sm:row-span-2">
          <Poster eventId={eventId} brandHue={hueOf(brand().BRAND_COLOUR)} className="aspect-square" />
        </div>
        <div className="self-center sm:self-start">
          <h3 className="text-xl text-pretty">{eventName}</h3>
          {place !== undefined && <p className="text-sm text-ink-muted">{place}</p>}
        </div>
        <div className="col-span-2 flex flex-col gap-3 sm:col-span-1 sm:col-start-2">
          {dates.map((date) => (
            <DateLines key={date.eventDateId} {...date} locale={locale} free={t("free")} />
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 border-t border-line px-4 py-1 text-sm sm:px-5">
        <Link
          href={`/${locale}/events/${eventId}` as Route}
          aria-label={t("editOf", { event: eventName })}
          className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
        >
          {t("editTickets")}
        </Link>
        <ReleaseForm
          action={releaseEvent}
          locale={locale}
          hidden={{ event: eventId }}
          label={t("removeOf", { event: eventName })}
          words={{ release: t("remove"), releasing: t("removing"), lost: Hold.lost }}
        />
      </div>
    </article>
  );
}
