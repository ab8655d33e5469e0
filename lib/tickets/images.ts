import "server-only";

import { ImageResponse } from "next/og.js";
import { createElement } from "react";
import { outlinesOf } from "./text-layout/outlines.ts";
import { openLetters } from "./text-layout/typeface.ts";

type Size = { readonly width: number; readonly height: number };

/** Returns a PNG of an SVG, for other sites and home screens. The SVG has no text, so no font is loaded. */
export function pngOf(svg: string, size: Size): Response {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return new ImageResponse(createElement("img", { src: source, ...size, alt: "" }), size);
}

type Box = { readonly x?: number; readonly y?: number; readonly width: number; readonly height: number };

/** Returns a JPEG as an element of an SVG, with its bytes inside: nothing is fetched. */
export function imageSvg(jpeg: Uint8Array, { x = 0, y = 0, width, height }: Box): string {
  const bytes = Buffer.from(jpeg).toString("base64");
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,${bytes}"/>`;
}

type Colours = { readonly fill: string; readonly on: string };

const SIDE = 64;

/** Returns the tab icon as SVG: a ticket in the account's colour with the first letter of its name. */
export function brandIcon(name: string, colours: Colours): Promise<string> {
  const ticket =
    "M8 14a6 6 0 0 1 6-6h36a6 6 0 0 1 6 6v11a7 7 0 0 0 0 14v11a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V39a7 7 0 0 0 0-14z";
  return drawing(`<path d="${ticket}" fill="${colours.fill}"/>`, name, colours.on, 34);
}

/** Returns the home-screen icon as SVG, which the system crops: colour to the edge, the letter well inside. */
export function brandTile(name: string, colours: Colours): Promise<string> {
  return drawing(`<rect width="${SIDE}" height="${SIDE}" fill="${colours.fill}"/>`, name, colours.on, 36);
}

async function drawing(ground: string, name: string, colour: string, size: number): Promise<string> {
  const [letter = ""] = name.trim().toLocaleUpperCase();
  await openLetters(letter);
  const [line] = outlinesOf(letter, { weight: "title", size }, SIDE, 1);
  const x = (SIDE - (line?.width ?? 0)) / 2;
  const shape = `<path transform="translate(${x} ${SIDE / 2 + size * 0.35})" d="${line?.d ?? ""}" fill="${colour}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${ground}${shape}</svg>`;
}
