import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AwakeNote, CloseView } from "#app/[locale]/(shop)/sales/[link]/_components/fullscreen/full-screen.tsx";
import { ViewTurns } from "#app/[locale]/(shop)/sales/[link]/_components/fullscreen/view-turns.tsx";
import { Qr } from "#components/poster/qr.tsx";
import { Dotted } from "#components/ui/dotted.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Ticket } from "#lib/orders/tickets.ts";
import { shortCode, ticketSection } from "#lib/ticketing/model/admission.ts";

export type TicketViewProps = {
  readonly ticket: Ticket;
  /** Its number among the tickets of the order that have a code, in the order in which a swipe shows them. */
  readonly position: { readonly number: number; readonly count: number };
  readonly eventName: string;
  readonly view: string;
  readonly code: string;
  readonly label: string;
  /** The views of the adjacent tickets of the order, whose event may be another one. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** The age of the page, where it may be shown without a connection. */
  readonly age?: ReactNode;
};

const BUTTON = "tap inline-flex items-center justify-center rounded-lg border border-black/60 px-5 font-semibold";

/**
 * The ticket full screen: the code alone, black on white. The browser does not pan sideways, which would leave the page
 * at a swipe to the previous ticket.
 */
export async function TicketView({
  view,
  code,
  label,
  position,
  eventName,
  ticket,
  previous,
  next,
  age,
}: TicketViewProps) {
  const [t, facts] = await Promise.all([getTranslations("Sale"), getTranslations("Facts")]);
  const section = ticketSection(ticket.admission);
  const places = [
    ...(section === undefined ? [] : [{ term: t("section"), text: section }]),
    ...(ticket.admission.door === undefined ? [] : [{ term: facts("door"), text: ticket.admission.door }]),
  ];
  return (
    <dialog
      id={view}
      popover="auto"
      aria-label={t("fullScreen", position)}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none [touch-action:pan-y_pinch-zoom] overscroll-contain border-0 bg-white p-0 text-black print:hidden"
    >
      <div className="ticket-view flex min-h-full flex-col items-center justify-between gap-3 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className="flex w-full max-w-2xl items-start justify-between gap-4">
          <div>
            <p className="font-display text-xl font-bold">
              <bdi lang={contentLanguage()}>{eventName}</bdi>
            </p>
            <p className="figures">
              <Dotted>
                <bdi lang={contentLanguage()}>{ticket.admission.ticketTypeName}</bdi>
                {position.count > 1 && t("position", position)}
              </Dotted>
            </p>
            <dl className="mt-1 flex flex-wrap gap-x-5">
              {places.map(({ term, text }) => (
                <div key={term} className="flex items-baseline gap-1.5">
                  <dt className="text-sm">{term}</dt>
                  <dd className="font-display text-lg font-semibold wrap-anywhere">
                    <bdi>{text}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <CloseView view={view} className={`${BUTTON} shrink-0`}>
            {t("close")}
          </CloseView>
        </div>
        <div className="flex flex-col items-center gap-1 text-center">
          <Qr text={code} label={label} className="w-[min(94vw,66dvh)]" />
          <p dir="ltr" className="figures text-lg font-semibold tracking-wide">
            {shortCode(ticket.admission)}
          </p>
          <p>
            <bdi>{ticket.admission.holder}</bdi>
          </p>
        </div>
        <div className="flex w-full max-w-2xl flex-col items-center gap-3">
          <ViewTurns
            previous={previous}
            next={next}
            words={{ previous: t("previous"), next: t("next") }}
            className={BUTTON}
          />
          {age}
          <AwakeNote text={t("awake")} />
        </div>
      </div>
    </dialog>
  );
}
