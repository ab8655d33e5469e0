import "server-only";

import { pictureOfEvent } from "#lib/catalogue/pictures/page-pictures.ts";
import { pictureJpeg } from "#lib/catalogue/pictures/picture-copies.ts";
import { type Block, type Letter, PICTURE } from "#lib/mail/letter.ts";
import type { Attachment } from "./order-files.ts";

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
