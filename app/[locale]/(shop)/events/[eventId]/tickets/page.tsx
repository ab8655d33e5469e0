import { getTranslations } from "next-intl/server";
import { TicketPicker } from "#app/[locale]/(shop)/events/[eventId]/_components/ticket-picker.tsx";
import { reserveTickets } from "#app/[locale]/(shop)/events/[eventId]/actions.ts";
import { KeepTurn } from "#app/[locale]/(shop)/events/[eventId]/tickets/_components/keep-turn.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { eventPageData } from "#app/event-page-data.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { checksCart, refusalText } from "#app/refusal-reasons.ts";
import { revealedOffering } from "#app/revealed-offering.ts";
import { EVENT_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { mayTryCodes } from "#lib/cart/change-codes.ts";
import { CODES_LENGTH_MAX, formatEventLink, parseEventLink } from "#lib/catalogue/event-link.ts";
import { type ArrivalChange, arrive } from "#lib/catalogue/picker/arrival.ts";
import { packPicker } from "#lib/catalogue/picker/compact-picker.ts";
import type { PickerData } from "#lib/catalogue/picker/picker-data.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { titleSize } from "#lib/i18n/title-size.ts";
import { dayAndTime, fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { isInside } from "#lib/waiting-room/waiting-room.ts";

type Props = PageProps<"/[locale]/events/[eventId]/tickets">;

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(TicketsPage, { Missing: EVENT_FALLBACKS.Missing, unavailable: "event" });

/**
 * The tickets of one link, rendered per request. A frame's form that reserved nothing ends here with the reason. Browsers without
 * script get one date of a long run here, and tickets that a code reveals; with script the event's page does both.
 */
async function TicketsPage({ params, searchParams }: Props, locale: Locale) {
  const { eventId } = await params;
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return undefined;
  const query = queryOf(await searchParams);
  const link = parseEventLink(query);
  const isOpen = link.code === undefined || (await mayTryCodes(link.code, "revealPerNetwork"));
  const found = await offeredNow(eventId, isOpen ? (link.code ?? "") : "", locale);
  if (found === undefined) return undefined;
  const [t, cart] = await Promise.all([
    getTranslations({ locale, namespace: "Event" }),
    getTranslations({ locale, namespace: "Cart" }),
  ]);
  const { event, picker, codeText, isCodeRefused, opensNone, staleNote } = found;
  const words = wordsOf(locale).Event.picker;
  const { code: _code, ...withoutCode } = link;
  // What may be reserved must not be reserved once more.
  const mayBeReserved = query.get("reserved") === "maybe";
  const reason = query.get("refused");
  const isRefused = reason !== null || query.get("cookies") === "refused";
  const arrival = picker && !mayBeReserved ? arrive(link, { ...picker, opensNone }, words) : undefined;
  const changes = arrival?.changes ?? [];
  const shown = picker && !mayBeReserved ? onlyDate(picker, link.eventDateId) : undefined;

  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-8 pt-6 pb-10">
      <div className="flex flex-col gap-3">
        <h1 className={titleSize(event.name)}>
          <bdi lang={contentLanguage()}>{event.name}</bdi>
        </h1>
        {shown?.dates.length === 1 && (
          <p className="figures">
            {dayAndTime(shown.dates[0].day, shown.dates[0].time, locale)}{" "}
            <span className="text-ink-muted">{fill(words.inPlace, { place: shown.place })}</span>
          </p>
        )}
        <a
          href={`/${locale}/events/${event.id}`}
          className="tap inline-flex items-center self-start text-accent-text underline underline-offset-4"
        >
          {t("backToEvent")}
        </a>
      </div>
      {query.get("cookies") === "refused" && (
        <FocusPanel tone="bad" role="alert">
          <h2 className="text-lg">{words.problem}</h2>
          <p>{wordsOf(locale).Cart.refusal.no_cookies}</p>
        </FocusPanel>
      )}
      {reason !== null && (
        <FocusPanel tone="bad" role="alert" className="flex flex-col gap-1">
          <h2 className="text-lg">{words.problem}</h2>
          <p>{refusalText(reason, cart, locale)}</p>
          {checksCart(reason) && (
            <a href={`/${locale}/cart`} className="tap inline-flex items-center underline underline-offset-4">
              {words.seeCart}
            </a>
          )}
          {changes.filter(isOffered).map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </FocusPanel>
      )}
      {reason === null && changes.length > 0 && (
        <Panel tone="warn" role="status" className="flex flex-col gap-1 text-sm">
          <p className="font-semibold">{words.linkChanged}</p>
          {changes.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </Panel>
      )}
      {mayBeReserved && (
        <FocusPanel tone="bad" role="alert">
          <h2 className="text-lg">{words.problem}</h2>
          <p>{wordsOf(locale).Cart.refusal.maybe_reserved}</p>
        </FocusPanel>
      )}
      <form method="get" className="flex flex-col gap-2">
        <Hidden fields={Object.fromEntries(new URLSearchParams(formatEventLink(withoutCode)))} />
        <div className="flex max-w-md items-end gap-2">
          <Field
            label={words.code}
            id="show-code"
            name="code"
            hint={words.codeHint}
            autoComplete="off"
            maxLength={CODES_LENGTH_MAX}
            defaultValue={link.code}
            className="min-w-0 grow"
          />
          <Button kind="secondary" className="min-h-13 shrink-0 max-[22rem]:px-3">
            {words.applyCode}
          </Button>
        </div>
        {codeText !== "" && (
          <p role="status" className={isCodeRefused ? "font-medium text-bad" : ""}>
            {codeText}
          </p>
        )}
      </form>
      {shown !== undefined && (
        <TicketPicker
          title={event.name}
          data={packPicker(shown)}
          words={words}
          action={reserveTickets}
          staleNote={staleNote}
          arrived={arrival && { link, choice: arrival.choice }}
        />
      )}
      {(await isInside(event.id)) && <KeepTurn eventId={event.id} />}
      <PageTitle>{titleWithError(event.name, locale, isRefused || isCodeRefused)}</PageTitle>
    </div>
  );
}

/** Returns what is on sale now with these codes; while the service does not answer, the last known copy without them. */
async function offeredNow(eventId: string, codes: string, locale: Locale) {
  const live = revealedOffering(Number(eventId), codes, locale).then((found) => ({ found }));
  const now = await undefinedOnFault(live);
  if (now !== undefined) return now.found && { ...now.found, staleNote: undefined };
  const known = await eventPageData(locale, eventId);
  return known && { ...known, codeText: "", isCodeRefused: false, opensNone: false };
}

/** A choice in an embed came by no link: its reason says what the sentences about links would. */
function isOffered({ reason }: ArrivalChange): boolean {
  return reason !== "not_offered";
}

function onlyDate(picker: PickerData, eventDateId: number | undefined): PickerData {
  const linked = picker.dates.find(({ id }) => id === eventDateId);
  return linked === undefined ? picker : { ...picker, dates: [linked] };
}

function queryOf(query: Awaited<Props["searchParams"]>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
