import "server-only";

import { ImageResponse } from "next/og.js";
import { createElement } from "react";

type Size = { readonly width: number; readonly height: number };

/** Returns a PNG of an SVG, for other sites and home screens. The SVG has no text, so no font is loaded. */
export function pngOf(svg: string, size: Size): Response {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return new ImageResponse(createElement("img", { src: source, ...size, alt: "" }), size);
}
