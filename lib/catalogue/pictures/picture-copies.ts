import "server-only";

import sharp from "sharp";
import { decoder } from "#lib/catalogue/pictures/inspect.ts";
import { isStored, keepCopy, readStored } from "#lib/catalogue/pictures/stored-pictures.ts";
import { atMost } from "#lib/runtime/concurrency.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import type { PictureFormat, PictureWidth } from "#lib/ticketing/model/picture.ts";

/** The maximum size of a copy for phones, in bytes. */
export const PHONE_BYTES_MAX = 60_000;
/** About 350 CSS pixels on a screen with three pixels per CSS pixel. */
const PHONE_WIDTH_MAX = 1080;
/** Tried in this order until a phone's copy is small enough. */
const QUALITIES = { avif: [52, 44, 36, 28, 20], webp: [76, 66, 56, 44, 30] } as const;
/** From 0 to 9: low, since a request waits for the encoding. */
const AVIF_EFFORT = 2;
const WEBP_EFFORT = 4;

/** Each encoding uses a whole processor core. At most two run at once, so that pages stay fast. */
const inTurn = processWide("picture copies", () => atMost(2));
const pending = processWide("pending picture copies", () => new Map<string, Promise<Buffer | undefined>>());

/**
 * Returns a stored picture in one width and format, without metadata, never larger than the original; `undefined` when
 * the picture is not stored. The copy is made for the first request, once for all that wait for it.
 */
export async function pictureCopy(
  hash: string,
  width: PictureWidth,
  format: PictureFormat,
): Promise<Buffer | undefined> {
  const name = `${width}.${format}`;
  const kept = await readStored(hash, name);
  if (kept !== undefined) return kept;
  // Requests for unknown pictures do not wait in the encoding queue.
  if (!(await isStored(hash))) return undefined;
  const key = `${hash}/${name}`;
  const made = pending.get(key) ?? inTurn(() => makeCopy(hash, width, format)).finally(() => pending.delete(key));
  pending.set(key, made);
  return made;
}

async function makeCopy(hash: string, width: PictureWidth, format: PictureFormat): Promise<Buffer | undefined> {
  const original = await readStored(hash);
  if (original === undefined) return undefined;
  // One thread, so that a server with few cores can serve pages at the same time.
  sharp.concurrency(1);
  const { data, info } = await decoder(original)
    .resize({ width, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bytesMax = width <= PHONE_WIDTH_MAX ? PHONE_BYTES_MAX : Number.POSITIVE_INFINITY;
  let copy = Buffer.alloc(0);
  // The last try blurs the picture, since pure noise gets small enough only then.
  for (const [quality, blur] of [...QUALITIES[format].map((one) => [one, false] as const), [20, 3] as const]) {
    const pixels = sharp(data, { raw: info }).blur(blur);
    copy = await (format === "avif"
      ? pixels.avif({ quality, effort: AVIF_EFFORT })
      : pixels.webp({ quality, effort: WEBP_EFFORT })
    ).toBuffer();
    if (copy.length <= bytesMax) break;
  }
  await keepCopy(hash, `${width}.${format}`, copy);
  return copy;
}

/** Returns a stored picture as JPEG that fills a box of this size, for documents; `undefined` when it is not stored. */
export async function pictureJpeg(
  hash: string,
  box: { readonly width: number; readonly height: number },
): Promise<Buffer | undefined> {
  const name = `${box.width}x${box.height}.jpg`;
  const kept = await readStored(hash, name);
  if (kept !== undefined) return kept;
  const original = await readStored(hash);
  if (original === undefined) return undefined;
  const jpeg = await inTurn(() =>
    decoder(original)
      .resize({ ...box, fit: "cover" })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer(),
  );
  await keepCopy(hash, name, jpeg);
  return jpeg;
}
