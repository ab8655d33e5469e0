import "server-only";

import PDFDocument from "pdfkit";
import { plainLine } from "#lib/i18n/words.ts";
import { openLetters } from "#lib/tickets/text-layout/typeface.ts";
import { drawTicket, type PrintedTicket, type TicketStyle } from "./ticket-page.ts";

export type TicketsFile = {
  readonly title: string;
  readonly reference: string;
  readonly language: string;
  /** The direction of the language. */
  readonly direction: "ltr" | "rtl";
  readonly style: TicketStyle;
  readonly tickets: readonly PrintedTicket[];
  readonly madeAt: Date;
};

/** Returns a PDF with one page for each ticket, of text, lines and the event's picture: it fetches nothing. */
export async function ticketsPdf(file: TicketsFile, { compress = true } = {}): Promise<Uint8Array<ArrayBuffer>> {
  await openLetters(file);
  const document = new PDFDocument({
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    // Each text names its own font: the default one would be read for nothing.
    font: "",
    compress,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: file.language,
    info: {
      Title: asMetadata(file.title),
      Keywords: asMetadata(file.reference),
      Creator: "Foyer",
      CreationDate: file.madeAt,
    },
  });
  const bytes = collect(document);
  for (const ticket of file.tickets) {
    document.addPage();
    drawTicket({ document, direction: file.direction }, ticket, file.style);
  }
  document.end();
  return bytes;
}

/** Returns a text without XML syntax: the library writes it unescaped into XML. */
function asMetadata(text: string): string {
  return plainLine(text.replace(/[<>&]/g, " "));
}

async function collect(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Uint8Array.from(Buffer.concat(chunks));
}
