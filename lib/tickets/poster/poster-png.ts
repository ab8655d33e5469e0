import "server-only";

import { pngOf } from "#lib/tickets/png-of.ts";
import { posterSvg } from "./poster-svg.ts";
import { HEIGHT, type Sheet, WIDTH } from "./sheet.ts";

/** Returns the poster as a PNG, for feeds and messages. */
export async function posterPng(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const image = pngOf(await posterSvg(sheet), { width: WIDTH, height: HEIGHT });
  return new Uint8Array(await image.arrayBuffer());
}
