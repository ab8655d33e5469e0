import { Ban, ChevronDown, QrCode, UserRoundPlus } from "lucide";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FoldedTicket } from "#app/[locale]/(shop)/sales/[link]/_components/tickets/folded-ticket.tsx";
import { Perforation } from "#app/[locale]/(shop)/sales/[link]/_components/tickets/perforation.tsx";
import { RenameForm } from "#app/[locale]/(shop)/sales/[link]/_components/tickets/rename-form.tsx";
import { TicketFact, TicketFacts } from "#app/[locale]/(shop)/sales/[link]/_components/tickets/ticket-facts.tsx";
import {
  TicketStub,
  type TicketStubProps,
} from "#app/[locale]/(shop)/sales/[link]/_components/tickets/ticket-stub.tsx";
import { renameTicket } from "#app/[locale]/(shop)/sales/[link]/actions.ts";
import { guestFieldsOf } from "#app/[locale]/(shop)/sales/[link]/guest-questions.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Dotted } from "#components/ui/dotted.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { doorsText } from "#lib/catalogue/facts-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { momentText, placeOf } from "#lib/i18n/date-text.ts";
import { addressText, fill, inSection } from "#lib/i18n/words.ts";
import { hasCode, isReturned, type Ticket, type TicketedSale, viewOf } from "#lib/orders/tickets.ts";
import { canRename } from "#lib/ticketing/admissions.ts";
import { qrText, shortCode, ticketSection } from "#lib/ticketing/model/admission.ts";
import type { Venue } from "#lib/ticketing/model/event.ts";
import type { FieldKind } from "#lib/ticketing/model/field.ts";

type OrderTicketProps = Omit<TicketStubProps, "view" | "code" | "label"> & {
  readonly reference: string;
  /** The number of tickets of its event. */
  readonly count: number;
  readonly event: TicketedSale["event"];
  readonly venue: Venue | undefined;
  readonly link: string;
  /** Folded to a row on a phone until it is pressed. */
  readonly isFolded: boolean;
};

/** One ticket below its event: type and place above the perforation, the code below it. In print it stands alone. */
export async function OrderTicket({ event, venue, link, isFolded, count, ...stub }: OrderTicketProps) {
  const { ticket, number, reference, eventName } = stub;
  const { admission } = ticket;
  const t = await getTranslations("Sale");
  const view = viewOf(ticket);
  const isRenamable = mayRename(ticket, event);

  const whole = (
    <article
      aria-labelledby={`${view}-title`}
      className="relative flex grow flex-col overflow-hidden sm:rounded-2xl sm:border sm:border-line print:border-black print:bg-white print:text-black"
    >
      <PrintedEvent ticket={ticket} eventName={eventName} reference={reference} venue={venue} />
      <div className="flex flex-col gap-3 px-4 pt-4 pb-5 max-sm:px-5">
        <div className="flex items-baseline justify-between gap-3">
          <h4 id={`${view}-title`} className="font-text text-base font-semibold">
            <bdi lang={contentLanguage()}>{admission.ticketTypeName}</bdi>
          </h4>
          <p className="figures shrink-0 text-sm text-ink-muted print:text-black">
            {t("ticketPosition", { number, count })}
          </p>
        </div>
        <TicketFacts admission={admission} isNameBelow={isRenamable} />
        {isRenamable && <HolderName ticket={ticket} number={number} link={link} />}
      </div>
      <Perforation />
      <div className="flex grow flex-col items-center gap-3 px-4 pt-6 pb-6">
        <TicketStub
          {...stub}
          view={view}
          link={link}
          code={qrText(admission)}
          label={t("code", { number, code: shortCode(admission) })}
        />
      </div>
    </article>
  );
  return (
    <li className="flex break-inside-avoid flex-col sm:self-start max-sm:border-t max-sm:border-line print:mx-auto print:max-w-[14cm] print:break-after-page print:border-0 print:pt-[1cm] print:last:break-after-auto">
      {isFolded ? (
        <FoldedTicket id={`${view}-whole`} row={<TicketRow ticket={ticket} number={number} count={count} />}>
          {whole}
        </FoldedTicket>
      ) : (
        whole
      )}
    </li>
  );
}

type PrintedEventProps = Pick<OrderTicketProps, "ticket" | "eventName" | "reference" | "venue">;

/** The event's name, date and venue on a printed ticket. On screen they are shown once, above all tickets of the event. */
async function PrintedEvent({ ticket: { admission, eventDate }, eventName, reference, venue }: PrintedEventProps) {
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const { Facts } = await getMessages();
  const timeZone = eventDate?.timeZone ?? "UTC";
  return (
    <div className="hidden flex-col gap-3 px-4 pt-5 print:flex">
      <p className="text-sm">{t("order", { reference })}</p>
      <p className="font-display text-2xl font-bold">
        <bdi lang={contentLanguage()}>{eventName}</bdi>
      </p>
      <dl className="flex flex-col gap-2">
        {eventDate && (
          <TicketFact term={t("when")}>
            <span>{spanInFull(eventDate, locale, timeZone, "long")}</span>{" "}
            <span>{t("placeTime", { place: placeOf({ city: venue?.city ?? "", timeZone }) })}</span>
            {admission.movedFrom !== undefined && (
              <span className="block text-base">
                {t("moved", { when: momentText(admission.movedFrom.startsAt, locale, timeZone, "long") })}
              </span>
            )}
            {eventDate.doors !== undefined && (
              <span className="block text-base font-normal">
                {doorsText({ at: eventDate.doors }, locale, timeZone, Facts)}
              </span>
            )}
          </TicketFact>
        )}
        {venue && (
          <TicketFact term={t("where")}>
            <bdi>{addressText([venue.name, venue.address])}</bdi>
          </TicketFact>
        )}
      </dl>
    </div>
  );
}

type TicketRowProps = { readonly ticket: Ticket; readonly number: number; readonly count: number };

/** A ticket in two lines: type, and holder or state. */
async function TicketRow({ ticket: { admission, cancelled }, number, count }: TicketRowProps) {
  const [t, common, locale] = await Promise.all([getTranslations("Sale"), getTranslations("Common"), getLocale()]);
  const isCancelled = cancelled !== undefined && !isReturned(admission);
  const isPending = !isCancelled && admission.status === "PENDING_GUEST_DETAILS";
  const valid = isPending ? t("waiting") : isReturned(admission) ? t("givenBack") : admission.holder;
  const state = isCancelled ? common("cancelled") : valid;
  return (
    <span className="flex min-h-19 items-center gap-3 px-4 py-3 text-start">
      <span
        className={classNames(
          "inline-flex size-11 shrink-0 items-center justify-center rounded-md",
          isPending ? "bg-warn-soft text-warn" : "bg-accent-soft text-accent-on-soft",
        )}
      >
        <Icon of={isCancelled ? Ban : isPending ? UserRoundPlus : QrCode} className="size-5" />
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="font-semibold wrap-anywhere">
          <Dotted>
            <bdi lang={contentLanguage()}>{inSection(admission.ticketTypeName, ticketSection(admission), locale)}</bdi>
            {admission.door !== undefined && <bdi>{admission.door}</bdi>}
          </Dotted>
        </span>
        <span className={classNames("text-sm", isPending ? "text-warn" : isCancelled ? "text-bad" : "text-ink-muted")}>
          <Dotted>
            {t("ticketPosition", { number, count })}
            {state}
          </Dotted>
        </span>
      </span>
      <Icon of={ChevronDown} className="size-5 shrink-0 text-ink-muted in-aria-expanded:rotate-180" />
    </span>
  );
}

/** The questions whose answers are the name of a guest, which the guest's form changes. */
const NAMES: readonly FieldKind[] = ["name", "firstName", "lastName"];

/** Returns whether the name on a ticket can be changed: until it is used, unless it comes from the guest's answers. */
function mayRename(ticket: Ticket, event: TicketedSale["event"]): boolean {
  const isAsked = guestFieldsOf(event, ticket.admission).some(({ kind }) => NAMES.includes(kind));
  return !isAsked && hasCode(ticket) && ticket.admission.admittedAt === undefined && canRename();
}

type HolderNameProps = { readonly ticket: Ticket; readonly number: number; readonly link: string };

/** The name on a ticket, and a form in its place that changes it. */
async function HolderName({ ticket: { admission }, number, link }: HolderNameProps) {
  const [{ Rename, Sale, Errors }, locale] = await Promise.all([getMessages(), getLocale()]);
  return (
    <RenameForm
      action={renameTicket}
      hidden={{ locale, link, admission: String(admission.id) }}
      holder={admission.holder}
      id={`holder-${admission.id}`}
      order={`/${locale}/sales/${link}`}
      words={{ ...Rename, about: fill(Rename.about, { number }), lost: Errors.lost }}
    >
      {admission.holder !== "" && (
        <dl>
          <TicketFact term={Sale.name}>{admission.holder}</TicketFact>
        </dl>
      )}
    </RenameForm>
  );
}
