import { readFile } from "node:fs/promises";
import { ImageResponse } from "next/og.js";
import { type CSSProperties, createElement, type ReactElement } from "react";
import { drawable, fontFiles } from "#components/lettering/typeface.ts";
import { directionOfText } from "#components/lettering/visual-order.ts";
import { artSvg, qrSvg } from "./poster-svg.ts";
import { ART, ART_BOX, HEIGHT, INK, MARGIN, MUTED, QR, type Sheet, SIZES, WIDTH } from "./sheet.ts";

/** For a feed or a message: the same poster as dots. */
export async function posterPng(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const fonts = await Promise.all(
    fontFiles().map(async ({ name, path }) => ({
      name: "Instrument Sans",
      data: await readFile(path),
      weight: name.endsWith("bold") ? (600 as const) : (400 as const),
    })),
  );
  const size = SIZES.title.find((each) => sheet.title.length * each * 0.54 < 1.7 * WIDTH) ?? 40;
  const image = new ImageResponse(
    box({ width: WIDTH, height: HEIGHT, flexDirection: "column", background: "#fff", fontFamily: "Instrument Sans" }, [
      picture(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${ART.width}" height="${ART.height}" viewBox="${ART_BOX}">${artSvg(sheet.art)}</svg>`,
        ART,
      ),
      box({ flexDirection: "column", padding: `48px ${MARGIN}px`, gap: 10, color: INK }, [
        words(sheet.title, { fontSize: size, fontWeight: 600, lineHeight: 1.12 }),
        words(sheet.when, { fontSize: SIZES.line, fontWeight: 600 }),
        words(sheet.where, { fontSize: SIZES.line, color: MUTED }),
      ]),
      box(
        {
          position: "absolute",
          left: MARGIN,
          top: QR.y,
          width: QR.x - 2 * MARGIN,
          height: QR.side,
          flexDirection: "column",
          justifyContent: "flex-end",
          gap: 14,
          color: INK,
        },
        [
          words(sheet.call, { fontSize: SIZES.call, fontWeight: 600 }),
          words(sheet.short, { fontSize: SIZES.short }),
          words(sheet.brand, { fontSize: SIZES.brand, fontWeight: 600, color: MUTED }),
        ],
      ),
      box({ position: "absolute", left: QR.x, top: QR.y }, [
        picture(qrSvg(sheet.address, { ...QR, x: 0, y: 0 }), { width: QR.side, height: QR.side }),
      ]),
    ]),
    { width: WIDTH, height: HEIGHT, fonts },
  );
  return new Uint8Array(await image.arrayBuffer());
}

function box(style: CSSProperties, children: readonly ReactElement[]): ReactElement {
  return createElement("div", { style: { display: "flex", ...style } }, ...children);
}

/**
 * Letters that our fonts lack become a gap: the drawing program would fetch a font for them from elsewhere. It joins no
 * Arabic letters, so that a line of them is left to the PDF.
 */
function words(text: string, style: CSSProperties): ReactElement {
  const letters = drawable(text);
  return createElement("div", { style }, directionOfText(letters) === "rtl" ? "" : letters);
}

function picture(svg: string, { width, height }: { readonly width: number; readonly height: number }): ReactElement {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return createElement("img", { src, width, height });
}
