import "server-only";

import type { PosterArt } from "#lib/art/poster-art.ts";

/** What stands on a poster, in words that are ready, and where a phone goes that scans it. */
export type Sheet = {
  readonly brand: string;
  readonly title: string;
  readonly when: string;
  readonly where: string;
  readonly call: string;
  /** To be typed by hand: "tickets.example/en/12". */
  readonly short: string;
  readonly address: string;
  /** From which side its language begins. */
  readonly direction: "ltr" | "rtl";
  readonly art: PosterArt;
};

/** One drawing for every format: a sheet of the A series, a thousand wide. */
export const WIDTH = 1_000;
export const HEIGHT = 1_414;
export const MARGIN = 64;
export const ART = { width: WIDTH, height: 680 } as const;
export const QR = { side: 330, x: WIDTH - MARGIN - 330, y: HEIGHT - MARGIN - 330 } as const;
export const TEXT = { x: MARGIN, width: WIDTH - 2 * MARGIN, top: ART.height + 56 } as const;
/** Beside the code. */
export const FOOT = { x: MARGIN, width: QR.x - 2 * MARGIN, y: QR.y + 130 } as const;
export const INK = "#14161c";
export const MUTED = "#565b67";
export const SIZES = { title: [84, 70, 58, 48, 40], line: 36, call: 40, short: 32, brand: 28 } as const;
/** Pictures are drawn on a square of this side. The middle of it is shown, as wide as the sheet. */
export const ART_SIDE = 400;
export const ART_SHOWN = (ART_SIDE * ART.height) / ART.width;
export const ART_BOX = `0 ${(ART_SIDE - ART_SHOWN) / 2} ${ART_SIDE} ${ART_SHOWN}`;
