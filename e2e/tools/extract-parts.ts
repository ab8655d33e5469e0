import { inflateSync } from "node:zlib";
import { unzipSync } from "fflate";
import { actualTexts, readPdf } from "./pdf-text.ts";

/** A file inside an archive, or a stream or the text of a PDF. */
export type Part = { readonly name: string; readonly bytes: Buffer };

const ZIP = "PK\u0003\u0004";
const PDF = "%PDF-";
const PDF_STREAM = /\bstream\r?\n([\s\S]*?)\r?\nendstream/g;
/** Playwright's report is one HTML page with its results in a base64-encoded archive. */
const EMBEDDED_ZIP = /data:application\/zip;base64,([\w+/=]+)/g;

/** Returns the files of an archive, the streams and the text of a PDF, and the files of archives in an HTML page; else nothing. */
export function extractParts(bytes: Buffer, bytesMax: number): readonly Part[] {
  const start = bytes.toString("latin1", 0, PDF.length);
  if (start.startsWith(ZIP)) return partsOfZip(bytes, bytesMax);
  if (start === PDF) return partsOfPdf(bytes.toString("latin1"), bytesMax);
  return [...bytes.toString("latin1").matchAll(EMBEDDED_ZIP)].flatMap(([, text = ""]) =>
    partsOfZip(Buffer.from(text, "base64"), bytesMax),
  );
}

/** Throws when the archive is damaged, since its content cannot be searched. */
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
    { name: "text", bytes: Buffer.from([readPdf(plain), ...actualTexts(plain)].join("\n"), "utf8") },
  ];
}

/**
 * Decompresses a stream, or returns it unchanged when it is not compressed. A carriage return before `endstream` may be
 * part of the line end or the last byte of the stream, so both are tried.
 */
function inflated(packed: string, bytesMax: number): string {
  for (const whole of [packed, `${packed}\r`]) {
    try {
      return inflateSync(Buffer.from(whole, "latin1"), { maxOutputLength: bytesMax }).toString("latin1");
    } catch {}
  }
  return packed;
}
