import "server-only";

import type { PosterArt } from "#lib/tickets/art/poster-art.ts";
import { outlinesOf } from "#lib/tickets/text-layout/outlines.ts";
import { openLetters } from "#lib/tickets/text-layout/typeface.ts";

/** The picture's own units: its shapes fill a square of this side. */
const SIDE = 400;
const PAD = 26;
const SIZES = [68, 56, 46, 38, 31, 25];
const LINES_MAX = 4;
const LEADING = 1.04;
/** A name whose first letter is Hebrew or Arabic. */
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff]/u;

/**
 * Returns the generated picture of an event with its name in it, for places that show nothing else of the event. It is
 * an SVG of shapes alone; without a name it is the picture.
 */
export async function eventPoster({ ground, shapes }: PosterArt, name = ""): Promise<string> {
  await openLetters(name);
  const linesAt = (size: number, text = name) => outlinesOf(text, { weight: "title", size }, SIDE - 2 * PAD, 12);
  const sizes = SIZES.filter((one) => linesAt(one).length <= LINES_MAX);
  const isWhole = (one: number) => name.split(/\s+/).every((word) => linesAt(one, word).length < 2);
  const size = sizes.find(isWhole) ?? sizes[0] ?? 25;
  const lines = outlinesOf(name, { weight: "title", size }, SIDE - 2 * PAD, LINES_MAX);
  const isFromRight = RIGHT_TO_LEFT.test(name);
  const top = SIDE - PAD - (lines.length - 1) * size * LEADING - size * 0.22;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200" viewBox="0 0 ${SIDE} ${SIDE}">`,
    `<linearGradient id="g" x2="0" y2="1"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient>`,
    `<path fill="url(#g)" d="M0 0h${SIDE}v${SIDE}H0Z"/>`,
    ...shapes.map(({ fill, d, faint }) => `<path fill="${fill}" d="${d}"${faint ? ' opacity="0.35"' : ""}/>`),
    ...(lines.length === 0
      ? []
      : [
          // White on it has a contrast of 5:1 or more on any colour.
          `<linearGradient id="s" x2="0" y2="1"><stop stop-color="#0e0c26" stop-opacity="0"/><stop offset=".3" stop-color="#0e0c26" stop-opacity=".7"/><stop offset="1" stop-color="#0e0c26" stop-opacity=".85"/></linearGradient>`,
          `<path fill="url(#s)" d="M0 ${Math.round(top - size * 1.9)}H${SIDE}V${SIDE}H0Z"/>`,
        ]),
    ...lines.map(({ d, width }, at) => {
      const x = isFromRight ? Math.round(SIDE - PAD - width) : PAD;
      return `<path transform="translate(${x} ${Math.round(top + at * size * LEADING)})" fill="#fff" d="${d}"/>`;
    }),
    "</svg>",
  ].join("");
}
