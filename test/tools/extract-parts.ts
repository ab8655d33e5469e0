import { inflateSync } from "node:zlib";
import { unzipSync } from "fflate";
import { readPdf } from "#test/tools/read-pdf.ts";

/** A piece of a file that holds several. */
export type Part = { readonly name: string; readonly bytes: Buffer };

const ZIP = "PK\u0003\u0004";
const PDF = "%PDF-";
const PDF_STREAM = /\bstream\r?\n([\s\S]*?)\r?\nendstream/g;
/** Playwright's report is one page, with its results in an archive that is written into it as text. */
const EMBEDDED_ZIP = /data:application\/zip;base64,([\w+/=]+)/g;

/** Returns the files of an archive, the streams and the words of a PDF, and the archives in a page; nothing for anything else. */
export function extractParts(bytes: Buffer, bytesMax: number): readonly Part[] {
  const start = bytes.toString("latin1", 0, PDF.length);
  if (start.startsWith(ZIP)) return partsOfZip(bytes, bytesMax);
  if (start === PDF) return partsOfPdf(bytes.toString("latin1"), bytesMax);
  return [...bytes.toString("latin1").matchAll(EMBEDDED_ZIP)].flatMap(([, text = ""]) =>
    partsOfZip(Buffer.from(text, "base64"), bytesMax),
  );
}

/** Throws when the archive is damaged: its content would be unknown. */
function partsOfZip(bytes: Buffer, bytesMax: number): readonly Part[] {
  const files = unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= bytesMax });
  return Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) }));
}

function partsOfPdf(pdf: string, bytesMax: number): readonly Part[] {
  const streams: string[] = [];
  const plain = pdf.replace(PDF_STREAM, (_whole, packed: string) => {
    const stream = inflated(packed, bytesMax);
    streams.push(stream);
    return `stream\n${stream}\nendstream`;
  });
  return [
    { name: "streams", bytes: Buffer.from(streams.join("\n"), "latin1") },
    { name: "words", bytes: Buffer.from(readPdf(plain), "utf8") },
  ];
}

/**
 * A stream that is not packed stays as it is. The line end before `endstream` may have two characters, or the first of
 * the two is the last byte of the stream.
 */
function inflated(packed: string, bytesMax: number): string {
  for (const whole of [packed, `${packed}\r`]) {
    try {
      return inflateSync(Buffer.from(whole, "latin1"), { maxOutputLength: bytesMax }).toString("latin1");
    } catch {}
  }
  return packed;
}
