import "server-only";

import type { PosterArt } from "#lib/tickets/art/poster-art.ts";

/** The texts of a poster, and the URL of its QR code. */
export type Sheet = {
  readonly brand: string;
  readonly title: string;
  readonly when: string;
  readonly where: string;
  readonly call: string;
  /** A short URL to type: "tickets.example/en/12". */
  readonly short: string;
  readonly address: string;
  /** The direction of its language. */
  readonly direction: "ltr" | "rtl";
  readonly art: PosterArt;
  /** The account's own picture as JPEG of `ART_PIXELS`, shown in place of the generated one. */
  readonly picture?: Uint8Array | undefined;
};

/** All formats use the same layout: a sheet of the A series, 1000 units wide. */
export const WIDTH = 1_000;
export const HEIGHT = 1_414;
export const MARGIN = 64;
export const ART = { width: WIDTH, height: 680 } as const;
/** 180 pixels to the inch on A4. */
export const ART_PIXELS = { width: 1_500, height: 1_020 } as const;
export const QR = { side: 330, x: WIDTH - MARGIN - 330, y: HEIGHT - MARGIN - 330 } as const;
export const TEXT = { x: MARGIN, width: WIDTH - 2 * MARGIN, top: ART.height + 56 } as const;
/** Beside the code. */
export const FOOT = { x: MARGIN, width: QR.x - 2 * MARGIN, y: QR.y + 130 } as const;
export const INK = "#14161c";
export const MUTED = "#565b67";
export const SIZES = { title: [84, 70, 58, 48, 40], line: 36, call: 40, short: 32, brand: 28 } as const;
/** Pictures are squares of this side. The middle is shown, as wide as the sheet. */
export const ART_SIDE = 400;
export const ART_SHOWN = (ART_SIDE * ART.height) / ART.width;
export const ART_BOX = `0 ${(ART_SIDE - ART_SHOWN) / 2} ${ART_SIDE} ${ART_SHOWN}`;
