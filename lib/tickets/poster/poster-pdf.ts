import "server-only";

import PDFDocument from "pdfkit";
import { plainLine } from "#lib/i18n/words.ts";
import { qrSquare } from "#lib/tickets/art/qr-square.ts";
import { type Box, type Face, type Paper, sizeThatFits, writeText } from "#lib/tickets/text-layout/text-block.ts";
import { openLetters } from "#lib/tickets/text-layout/typeface.ts";
import {
  ART,
  ART_SIDE,
  codePlace,
  FOOT,
  footX,
  INK,
  MUTED,
  placeLines,
  QR,
  type Sheet,
  SIZES,
  TEXT,
  WIDTH,
} from "./poster-svg.ts";

type PaperSize = "A4" | "A5";

/**
 * Returns the poster as a PDF for an office printer, of text and shapes alone: nothing in it is fetched or clickable.
 */
export async function posterPdf(
  sheet: Sheet,
  { paper, compress = true }: { readonly paper: PaperSize; readonly compress?: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  await openLetters(sheet);
  const document = new PDFDocument({ size: paper, margin: 0, compress, info: { Creator: "Foyer" } });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on("end", resolve));
  document.scale(document.page.width / WIDTH);
  drawArt(document, sheet);
  drawWords({ document, direction: sheet.direction }, sheet);
  drawQr(document, sheet);
  document.end();
  await ended;
  return Uint8Array.from(Buffer.concat(chunks));
}

function drawArt(document: PDFKit.PDFDocument, { art, picture }: Sheet): void {
  if (picture !== undefined) {
    document.image(Buffer.from(picture), 0, 0, ART);
    return;
  }
  const scale = Math.max(ART.width, ART.height) / ART_SIDE;
  document.save().rect(0, 0, ART.width, ART.height).clip();
  const ground = document.linearGradient(0, 0, 0, ART.height);
  ground.stop(0, art.ground[0]).stop(1, art.ground[1]);
  document.rect(0, 0, ART.width, ART.height).fill(ground);
  document.translate(0, (ART.height - ART_SIDE * scale) / 2).scale(scale);
  for (const { d, fill, faint = false } of art.shapes) {
    document
      .path(d)
      .fillOpacity(faint ? 0.35 : 1)
      .fill(fill);
  }
  document.fillOpacity(1).restore();
}

function drawWords(paper: Paper, sheet: Sheet): void {
  const title = plainLine(sheet.title);
  const size = sizeThatFits(paper, title, { weight: "title", sizes: SIZES.title, width: TEXT.width, height: 200 });
  const write = (words: string, face: Partial<Face>, box: Omit<Box, "most">, most = 2) =>
    writeText(paper, plainLine(words), { weight: "bold", size: SIZES.line, colour: INK, ...face }, { ...box, most });
  const beside = { ...FOOT, x: footX(sheet.direction) };
  let y = TEXT.top;
  y += write(title, { weight: "title", size }, { ...TEXT, y }, 4) + 8;
  const when = clearOfCode(sheet.when, "bold", [SIZES.line]);
  y += write(sheet.when, {}, { ...when.box, y });
  const where = clearOfCode(sheet.where, "regular", SIZES.place);
  write(sheet.where, { weight: "regular", size: where.size, colour: INK }, { ...where.box, y }, placeLines(y));
  let foot = FOOT.y;
  foot += write(sheet.call, { size: SIZES.call }, { ...beside, y: foot }, 3) + 8;
  write(sheet.short, { size: SIZES.short, weight: "regular" }, { ...beside, y: foot }, 3);
  write(
    sheet.brand,
    { weight: "title", size: SIZES.brand, colour: MUTED },
    { ...beside, y: QR.y + QR.side - SIZES.brand },
    1,
  );

  /** Returns a text's size and place: the whole width at the first size that ends above the QR code, else beside the code. */
  function clearOfCode(words: string, weight: Face["weight"], sizes: readonly number[]) {
    const options = { weight, sizes: [...sizes, 0], width: TEXT.width, height: QR.y - y };
    const size = sizeThatFits(paper, plainLine(words), options);
    return size > 0 ? { size, box: TEXT } : { size: SIZES.line, box: beside };
  }
}

function drawQr(document: PDFKit.PDFDocument, { address, direction }: Sheet): void {
  const { size, path } = qrSquare(address);
  const { x, y } = codePlace(size, direction);
  document.translate(x, y).scale(QR.side / size);
  document.path(path).fill("#000000");
}
