import "server-only";

import { getTranslations } from "next-intl/server";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { pictureOfEvent } from "#lib/catalogue/pictures/page-pictures.ts";
import { pictureJpeg } from "#lib/catalogue/pictures/picture-copies.ts";
import { currentBrand, currentSeller } from "#lib/catalogue/seller.ts";
import { momentText, placeOf, timeText } from "#lib/i18n/date-text.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { nameWithoutLinks } from "#lib/i18n/typed-text.ts";
import { cancelledWords } from "#lib/orders/cancelled-words.ts";
import { orderReference } from "#lib/orders/order.ts";
import { hasCode, isReturned, type Ticket, type TicketedSale } from "#lib/orders/tickets.ts";
import { qrText, shortCode, ticketSection } from "#lib/ticketing/model/admission.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import { allInPrice } from "#lib/ticketing/model/offering.ts";
import type { Span } from "#lib/ticketing/model/span.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";
import { posterArt } from "#lib/tickets/art/poster-art.ts";
import { BAND_PIXELS, type PrintedTicket } from "#lib/tickets/pdf/ticket-page.ts";
import { ticketsPdf } from "#lib/tickets/pdf/tickets-pdf.ts";

/** Returns a PDF of all tickets of an order, one to a page. */
export async function orderPdf(sales: readonly TicketedSale[], locale: string): Promise<Uint8Array<ArrayBuffer>> {
  const t = await getTranslations({ locale, namespace: "Sale" });
  const reference = orderReference(sales);
  return ticketsPdf({
    title: t("pdfTitle", { reference }),
    reference,
    language: locale,
    direction: directionOf(locale),
    style: accentTokens((await currentBrand()).colour).light,
    tickets: (await Promise.all(sales.map((sale) => printed({ ...sale, reference }, locale)))).flat(),
    madeAt: new Date(),
  });
}

async function printed(sold: TicketedSale, locale: string): Promise<readonly PrintedTicket[]> {
  const { sale, reference, event, venue, tickets } = sold;
  const [t, tFacts, tSeller, seller, brand, hue] = await Promise.all([
    getTranslations({ locale, namespace: "Sale" }),
    getTranslations({ locale, namespace: "Facts" }),
    getTranslations({ locale, namespace: "Seller" }),
    currentSeller(),
    currentBrand(),
    currentHue(),
  ]);
  const own = await pictureOfEvent(sale.eventId);
  const picture = own && (await pictureJpeg(own.hash, BAND_PIXELS));
  const printedTickets = tickets.map(async (ticket, index): Promise<PrintedTicket> => {
    const { admission, eventDate } = ticket;
    const off = await invalidWords(ticket, locale);
    const code = qrText(admission);
    const isPending = admission.status === "PENDING_GUEST_DETAILS";
    const number = index + 1;
    const rows = [
      { label: t("when"), value: eventDate ? whenOf(eventDate) : "" },
      {
        label: t("movedFrom"),
        value: eventDate && admission.movedFrom ? momentOf(eventDate, admission.movedFrom) : "",
      },
      { label: tFacts("doorsLabel"), value: eventDate?.doors ? doorsOf(eventDate, eventDate.doors) : "", isHalf: true },
      { label: tFacts("agesLabel"), value: admission.ageLimit ?? event?.ageLimit ?? "", isHalf: true },
      { label: t("where"), value: [venue?.name ?? "", venue?.address ?? ""] },
      { label: t("section"), value: ticketSection(admission) ?? "", isHalf: true },
      { label: tFacts("door"), value: admission.door ?? "", isHalf: true },
      {
        label: t("ticketType"),
        value: `${admission.ticketTypeName} · ${formatMoney(allInPrice(admission), locale)}`,
        isHalf: true,
      },
      { label: t("name"), value: nameWithoutLinks(admission.holder), isHalf: true },
    ];
    return {
      brand: brand.name,
      eventName: sale.eventName,
      position: t("ticketPosition", { number, count: tickets.length }),
      rows,
      ...(hasCode(ticket) && { code, codeText: shortCode(admission) }),
      ...(off && { notice: off.title }),
      nameElsewhere: [t("pdfName"), ...(hasCode(ticket) ? [shortCode(admission)] : [])].join(" · "),
      codeLabel: t("code", { number, code: shortCode(admission) }),
      reference: t("order", { reference }),
      seller: tSeller("soldBy", { name: seller.name }),
      advice: off?.text ?? t(isPending ? "pdfPending" : "pdfAdvice"),
      art: posterArt(`event-${sale.eventId}`, hue),
      picture,
    };
  });
  return Promise.all(printedTickets);

  function whenOf({ timeZone, ...span }: Span & { timeZone: string }): string {
    return `${spanInFull(span, locale, timeZone, "long")} ${t("placeTime", { place: placeOf({ city: venue?.city ?? "", timeZone }) })}`;
  }

  function momentOf({ timeZone }: { timeZone: string }, { startsAt }: { startsAt: string }): string {
    return momentText(startsAt, locale, timeZone, "long");
  }

  function doorsOf({ timeZone }: { timeZone: string }, doors: string): string {
    return timeText(doors, locale, timeZone);
  }
}

/** Returns the text in place of a code that no longer admits: refunded, returned or cancelled. */
async function invalidWords(ticket: Ticket, locale: string) {
  const { admission, cancelled } = ticket;
  if (!isReturned(admission)) return cancelled && cancelledWords(ticket, locale);
  const [t, tWallet] = await Promise.all([
    getTranslations({ locale, namespace: "Sale" }),
    getTranslations({ locale, namespace: "Wallet" }),
  ]);
  return admission.status === "REFUNDED"
    ? { title: tWallet("refunded"), text: t("refunded") }
    : { title: tWallet("returned"), text: t("ended") };
}
