import { Maximize2, UserRoundPlus } from "lucide";
import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ShowView } from "#app/[locale]/(shop)/sales/[link]/_components/fullscreen/full-screen.tsx";
import {
  TicketView,
  type TicketViewProps,
} from "#app/[locale]/(shop)/sales/[link]/_components/fullscreen/ticket-view.tsx";
import { Qr } from "#components/poster/qr.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { momentText } from "#lib/i18n/date-text.ts";
import { comma } from "#lib/i18n/words.ts";
import { cancelledWords } from "#lib/orders/cancelled-words.ts";
import { isReturned } from "#lib/orders/tickets.ts";
import { shortCode } from "#lib/ticketing/model/admission.ts";

export type TicketStubProps = TicketViewProps & {
  /** Its number among the tickets of its event. */
  readonly number: number;
  /** Absent for a guest, who sees nothing of the order: not its number, price or size. */
  readonly reference?: string;
  /** The link of the order. Absent for a guest. */
  readonly link?: string;
  /** The questions that the guest must answer before there is a code. */
  readonly missing?: readonly string[];
  /** Whether the page says above why the ticket is cancelled, and what happens then. */
  readonly isExplained?: boolean;
};

/** Whole pixels, so that modules have sharp edges: 41 modules are 246 pixels. */
const MODULE_PIXELS = 6;

/** The part of a ticket for the door. It has a code only while the ticket is valid. */
export async function TicketStub({ view, code, label, link, ...card }: TicketStubProps) {
  const { ticket, number, missing = [], isExplained = false } = card;
  const { admission, eventDate } = ticket;
  const [t, guests, choices, locale] = await Promise.all([
    getTranslations("Sale"),
    getTranslations("Guests"),
    getTranslations("DateChoice"),
    getLocale(),
  ]);
  const timeZone = eventDate?.timeZone ?? "UTC";

  if (isReturned(admission)) {
    return (
      <p className="py-10 text-center font-semibold">{t(admission.status === "REFUNDED" ? "refunded" : "ended")}</p>
    );
  }
  if (ticket.cancelled !== undefined) {
    const { title, text } = await cancelledWords(ticket, locale);
    const isToChoose = link !== undefined && ticket.choice !== undefined && ticket.choice.chosen !== "keep";
    return (
      <div className="flex flex-col gap-2 py-10 text-center">
        <p className="text-lg font-semibold">{title}</p>
        {isToChoose ? (
          <a
            href={`/${locale}/sales/${link}/choice` as Route}
            className="tap inline-flex items-center justify-center text-accent-text underline underline-offset-4"
          >
            {choices("choose")}
          </a>
        ) : (
          !isExplained && <p className="text-pretty">{text}</p>
        )}
      </div>
    );
  }
  if (admission.status === "PENDING_GUEST_DETAILS") {
    return (
      <div className="flex w-full flex-col items-center gap-2 py-6 text-center">
        <span className="mb-2 inline-flex size-14 items-center justify-center rounded-2xl bg-warn-soft text-warn print:hidden">
          <Icon of={UserRoundPlus} className="size-6.5" />
        </span>
        {card.reference !== undefined && <p className="font-semibold">{t("waiting")}</p>}
        {missing.length > 0 && <p>{guests("missing", { fields: missing.join(comma(locale)) })}</p>}
        <p className="max-w-60 text-sm text-ink-muted text-pretty print:text-black">{t("pendingText")}</p>
        {card.reference !== undefined && (
          <a href={`#guest-${admission.id}` as Route} className={buttonClass("secondary", "mt-2 text-sm print:hidden")}>
            {guests("answer", { number })}
          </a>
        )}
      </div>
    );
  }
  return (
    <>
      {admission.admittedAt !== undefined && (
        <p className="w-full rounded-md bg-ink px-4 py-2 text-center font-semibold text-canvas">
          {t("admitted")} · {t("admittedAt", { time: momentText(admission.admittedAt, locale, timeZone, "short") })}
        </p>
      )}
      <Qr text={code} label={label} pixels={MODULE_PIXELS} className="h-auto max-w-full rounded-lg" />
      <p dir="ltr" className="figures text-center font-semibold tracking-wide">
        {shortCode(admission)}
      </p>
      <ShowView view={view} className={buttonClass("secondary", "text-sm print:hidden")}>
        <Icon of={Maximize2} className="size-4.5" />
        <span>{t("show")}</span>
        <span className="sr-only">{` ${t("ticketPosition", card.position)}`}</span>
      </ShowView>
      <TicketView {...card} view={view} code={code} label={label} />
    </>
  );
}
