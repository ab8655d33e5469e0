import "server-only";

import { pictureOfEvent } from "#lib/catalogue/pictures/page-pictures.ts";
import { pictureJpeg } from "#lib/catalogue/pictures/picture-copies.ts";
import { type Block, type Letter, PICTURE } from "#lib/mail/letter.ts";
import { orderReference } from "#lib/orders/order.ts";
import { cancelledCalendar, orderCalendar } from "#lib/orders/order-calendar.ts";
import { orderPdf } from "#lib/orders/order-pdf.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import type { CalendarMethod } from "#lib/tickets/calendar/calendar-file.ts";

/** A message of many events would become long. */
const PICTURES_MAX = 4;

/**
 * Returns a letter with the pictures of its first events, and their files. They are attached, so that opening the
 * message loads nothing and tells no server that it was read. An event without its own picture has none here.
 */
export async function withPictures(letter: Letter): Promise<{ letter: Letter; pictures: readonly Attachment[] }> {
  const ids = letter.blocks.flatMap((block) =>
    block.type === "event" && block.event.eventId ? block.event.eventId : [],
  );
  const found = await Promise.all([...new Set(ids)].slice(0, PICTURES_MAX).map(attached));
  const pictures = found.filter((one) => one !== undefined);
  const cids = new Set(pictures.map(({ cid }) => cid));
  const blocks = letter.blocks.map((block): Block => {
    const cid = block.type === "event" ? cidOf(block.event.eventId) : "";
    return block.type === "event" && cids.has(cid) ? { ...block, event: { ...block.event, picture: cid } } : block;
  });
  return { letter: { ...letter, blocks }, pictures };
}

async function attached(eventId: number) {
  const picture = await pictureOfEvent(eventId);
  const jpeg = picture && (await pictureJpeg(picture.hash, PICTURE));
  if (jpeg === undefined) return undefined;
  const cid = cidOf(eventId);
  return { cid, filename: `${cid}.jpg`, contentType: "image/jpeg", contentBase64: jpeg.toString("base64") };
}

function cidOf(eventId: number | undefined): string {
  return `event-${eventId}`;
}

export type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly contentBase64: string;
  /** The HTML shows it in place, as `cid:…`. */
  readonly cid?: string;
};

/** Returns the files of an order that its page offers: tickets and calendar. */
export async function orderFiles(sales: readonly TicketedSale[], locale: string): Promise<readonly Attachment[]> {
  const [pdf, calendar] = await Promise.all([orderPdf(sales, locale), orderCalendar(sales, locale, "PUBLISH")]);
  return [
    {
      filename: `tickets-${orderReference(sales)}.pdf`,
      contentType: "application/pdf",
      contentBase64: Buffer.from(pdf).toString("base64"),
    },
    calendarAttachment(calendar, "PUBLISH"),
  ];
}

/** Returns the file that takes the cancelled dates of these sales out of a calendar that has the order's entries. */
export async function cancellationFiles(
  sales: readonly TicketedSale[],
  locale: string,
): Promise<readonly Attachment[]> {
  const calendar = await cancelledCalendar(sales, locale);
  return calendar === undefined ? [] : [calendarAttachment(calendar, "CANCEL")];
}

function calendarAttachment(calendar: string, method: CalendarMethod): Attachment {
  return {
    filename: "tickets.ics",
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    contentBase64: Buffer.from(calendar).toString("base64"),
  };
}
