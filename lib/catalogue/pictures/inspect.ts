import "server-only";

import sharp, { type Sharp } from "sharp";
import { PictureRefused } from "#lib/catalogue/pictures/download.ts";

/** 40 megapixels: decoded they need 160 MB. */
const PIXELS_MAX = 40_000_000;
/** A smaller picture is an icon or a tracking pixel. */
const SIDE_MIN = 200;

/** The accepted formats: the decoder's name of each, and a check of its first bytes. */
const FORMATS: readonly (readonly [name: string, isThis: (bytes: Buffer) => boolean])[] = [
  ["jpeg", (bytes) => bytes.subarray(0, 3).toString("hex") === "ffd8ff"],
  ["png", (bytes) => bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a"],
  ["webp", (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"],
  ["heif", (bytes) => /^ftypavi[fs]$/.test(bytes.toString("latin1", 4, 12))],
];

type Inspected = { readonly width: number; readonly height: number };

/**
 * Returns the size of a picture as it is shown. Throws PictureRefused unless the content is a complete JPEG, PNG, WebP or AVIF
 * with an accepted number of pixels. The server's content type is ignored.
 */
export async function inspect(bytes: Buffer): Promise<Inspected> {
  const format = FORMATS.find(([, isThis]) => isThis(bytes))?.[0];
  if (format === undefined) throw new PictureRefused("not a JPEG, PNG, WebP or AVIF");
  const metadata = await decoder(bytes).metadata().catch(refuse);
  const { width, height } = metadata.autoOrient;
  if (metadata.format !== format) throw new PictureRefused("a format that differs from its first bytes");
  if (width * height > PIXELS_MAX) throw new PictureRefused("too many pixels");
  if (Math.min(width, height) < SIDE_MIN) throw new PictureRefused("too few pixels");
  // Decodes the whole picture, since a truncated file still has a complete header.
  await decoder(bytes).resize(8, 8, { fit: "fill" }).raw().toBuffer().catch(refuse);
  return { width, height };
}

/** Returns a decoder that stops at damaged data and at too many pixels, and turns the picture upright. */
export function decoder(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error" }).autoOrient();
}

function refuse(fault: unknown): never {
  const message = fault instanceof Error ? fault.message : "";
  throw new PictureRefused(/pixel limit/i.test(message) ? "too many pixels" : "damaged");
}
