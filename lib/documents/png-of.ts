import "server-only";

import { ImageResponse } from "next/og.js";
import { createElement } from "react";

type Size = { readonly width: number; readonly height: number };

/** A drawing as the picture that other sites and home screens ask for. It holds no text, so that no font is asked for. */
export function pngOf(svg: string, size: Size): Response {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return new ImageResponse(createElement("img", { src: source, ...size, alt: "" }), size);
}
