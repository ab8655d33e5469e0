import assert from "node:assert/strict";
import { test } from "node:test";
import { PNG } from "pngjs";
import sharp from "sharp";
import { readQr } from "#e2e/tools/read-qr.ts";
import { posterArt } from "#lib/tickets/art/poster-art.ts";
import { pngOf } from "#lib/tickets/images.ts";
import { eventPoster } from "./event-poster.ts";
import { posterPdf } from "./poster-pdf.ts";
import { HEIGHT, MARGIN, posterPng, posterSvg, QR, type Sheet, SIZES, TEXT, WIDTH } from "./poster-svg.ts";

const ADDRESS = "https://tickets.example/en/events/12?date=5&qty.3=2&ref=dj-kim&utm_medium=poster";
const SHEET: Sheet = {
  brand: "Foyer",
  title: "The Night Garden & other stories",
  when: "Fri, 4 Dec 2026, 7:30 pm (Wellington time)",
  where: "Shed 6, Wellington",
  call: "Scan for tickets",
  short: "tickets.example/en/12",
  address: ADDRESS,
  direction: "ltr",
  art: posterArt("event-12", 265),
};

test("the PNG's QR code contains the exact URL", async () => {
  const { data, width, height } = PNG.sync.read(Buffer.from(await posterPng(SHEET)));
  assert.deepEqual([width, height], [1000, 1414]);
  assert.equal(readQr(cutOut({ data, width }, QR)), ADDRESS);
});

test("the SVG's QR code contains the exact URL, and nothing in it is fetched or run", async () => {
  const svg = await posterSvg({ ...SHEET, title: "<script>alert(1)</script>" });
  const [path = ""] = /<path fill="#000" d="([^"]+)"/.exec(svg)?.slice(1) ?? [];
  const bars = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((bar) => bar.slice(1).map(Number));
  assert.equal(readBars(bars), ADDRESS);
  assert.doesNotMatch(svg, /<script|href|<image|url\((?!#ground)/);
});

for (const [paper, box] of [
  ["A4", "[0 0 595.28 841.89]"],
  ["A5", "[0 0 419.53 595.28]"],
] as const) {
  test(`an ${paper} sheet has its size, and its QR code contains the exact URL`, async () => {
    const pdf = Buffer.from(await posterPdf(SHEET, { paper, compress: false })).toString("latin1");
    assert.ok(pdf.includes(`/MediaBox ${box}`));
    assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 1);
    const [drawn = ""] = pdf.match(/(?:\d+ \d+ m\n(?:\d+ \d+ l\n){3}h\n){20,}/) ?? [];
    const bars = [...drawn.matchAll(/(\d+) (\d+) m\n(\d+) \2 l\n/g)].map(([, left, top, right]) => [
      Number(left),
      Number(top),
      Number(right) - Number(left),
    ]);
    assert.equal(readBars(bars), ADDRESS);
  });
}

test("every format shows Arabic from the right, with the QR code at the left", async () => {
  const arabic: Sheet = { ...SHEET, title: "حديقة", call: "امسح الرمز لشراء التذاكر", direction: "rtl" };
  const picture = await pictureOf(arabic);
  assert.equal(readQr(cutOut(picture, { ...QR, x: MARGIN })), ADDRESS);
  assert.ok(inkIn(picture, TITLE) > 1_000);
  assert.equal(inkIn(picture, { ...TITLE, width: TITLE.width / 2 }), 0);
  assert.equal(inkIn(await pictureOf({ ...arabic, title: "" }), TITLE), 0);
  assert.equal((await posterSvg(arabic)).match(/<path transform/g)?.length, 6);
  const pdf = Buffer.from(await posterPdf(arabic, { paper: "A4", compress: false })).toString("latin1");
  assert.match(pdf, /\/BaseFont \/\w+\+NotoSansArabic/);
});

for (const direction of ["ltr", "rtl"] as const) {
  test(`below a title of three lines no text overlaps the QR code, ${direction}`, async () => {
    const three = {
      ...SHEET,
      direction,
      title: "Night Garden of the City ".repeat(3),
      where: "Shed Six, Old Harbour, Port Nicholson",
    };
    const code = { ...QR, x: direction === "rtl" ? MARGIN : QR.x };
    assert.equal(readQr(cutOut(await pictureOf(three), code)), ADDRESS);
    const withoutCode = (await posterSvg(three)).replace(/<svg[^>]*crispEdges.*?<\/svg>/s, "");
    const drawn = await pngOf(withoutCode, { width: WIDTH, height: HEIGHT }).arrayBuffer();
    const bare = PNG.sync.read(Buffer.from(drawn));
    assert.ok(inkIn(bare, WHERE) > 500, "the control: the venue is in this area");
    assert.equal(inkIn(bare, { ...code, width: QR.side, height: QR.side }), 0, "words under the code");
  });
}

test("a place that is too long for a line above the QR code is smaller, and stays on one line", async () => {
  const rowsOf = async (where: string) =>
    (await posterSvg({ ...SHEET, title: "Kit", where })).match(/<path transform/g);
  const short = await rowsOf("Kit Hall");
  assert.equal((await rowsOf("Kit and Caboodle Hall, 1 Quay Street, Wellington, 6011"))?.length, short?.length);
  const long = await rowsOf("Kit and Caboodle Hall, 1 Quay Street, Port Nicholson, Wellington, 6011, New Zealand");
  assert.ok((long?.length ?? 0) > (short?.length ?? 0), "the control: no size fits, so it is beside the code");
});

test("every format shows the account's own picture, and the QR code is read beside it", async () => {
  const picture = await sharp({ create: { width: 1500, height: 1020, channels: 3, background: "#d02060" } })
    .jpeg()
    .toBuffer();
  const shown = await pictureOf({ ...SHEET, picture });
  assert.equal(readQr(cutOut(shown, QR)), ADDRESS);
  const [red = 0, green = 0, blue = 0] = shown.data.subarray((300 * shown.width + 500) * 4);
  assert.ok(Math.abs(red - 0xd0) < 8 && Math.abs(green - 0x20) < 8 && Math.abs(blue - 0x60) < 8);
  const pdf = Buffer.from(await posterPdf({ ...SHEET, picture }, { paper: "A4", compress: false }));
  assert.ok(pdf.includes("/Subtype /Image"));
  assert.ok(pdf.includes(picture), "the JPEG is in the file as it is");
});

for (const [use, dots] of [
  ["a screen", 500],
  ["print at 300 dots to the inch", 2480],
] as const) {
  test(`the SVG drawn by another program for ${use} has art, letters and a QR code that is read`, async () => {
    const picture = await sharp({ create: { width: 1500, height: 1020, channels: 3, background: "#d02060" } })
      .jpeg()
      .toBuffer();
    for (const [sheet, colour] of [
      [SHEET, undefined],
      [{ ...SHEET, picture }, [0xd0, 0x20, 0x60]],
    ] as const) {
      const drawn = sharp(Buffer.from(await posterSvg(sheet)), { density: (96 * dots) / 794 }).resize(dots);
      const { data, info } = await drawn.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const scaled = (length: number) => Math.round((length * dots) / WIDTH);
      const { x, y, side } = QR;
      const code = { x: scaled(x), y: scaled(y), side: Math.min(scaled(side), info.width - scaled(x)) };
      assert.equal(readQr(cutOut({ data, width: info.width }, code)), ADDRESS);
      const title = {
        x: scaled(TITLE.x),
        y: scaled(TITLE.y),
        width: scaled(TITLE.width),
        height: scaled(TITLE.height),
      };
      assert.ok(inkIn({ data, width: info.width }, title) > dots, "letters");
      const shown = [...data.subarray((scaled(300) * info.width + scaled(500)) * 4).subarray(0, 3)];
      if (colour === undefined) assert.notDeepEqual(shown, [255, 255, 255], "art");
      else
        assert.ok(
          shown.every((part, at) => Math.abs(part - (colour[at] ?? 0)) < 8),
          shown.join(),
        );
    }
  });
}

/** The area of a short title, from margin to margin. */
const TITLE = { x: MARGIN, y: TEXT.top, width: TEXT.width, height: SIZES.title[0] ?? 0 } as const;

/** The area of the last line above the call when the title has three lines. */
const WHERE = { x: MARGIN, y: QR.y, width: TEXT.width, height: 40 } as const;

type Picture = { readonly data: Buffer; readonly width: number };

async function pictureOf(sheet: Sheet): Promise<Picture> {
  return PNG.sync.read(Buffer.from(await posterPng(sheet)));
}

/** Returns the number of dark pixels. */
function inkIn({ data, width }: Picture, box: { x: number; y: number; width: number; height: number }): number {
  let ink = 0;
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) if ((data[(y * width + x) * 4] ?? 255) < 128) ink++;
  return ink;
}

/** Decodes bars of whole modules with a decoder that shares no code with the drawing. */
function readBars(bars: readonly (readonly number[])[]): string {
  const scale = 6;
  const side = (Math.max(...bars.map(([left = 0, , length = 0]) => left + length)) + 4) * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [left = 0, top = 0, length = 0] of bars)
    for (let y = top * scale; y < (top + 1) * scale; y++)
      for (let x = left * scale; x < (left + length) * scale; x++)
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return readQr({ width: side, height: side, data });
}

function cutOut({ data, width }: { data: Buffer; width: number }, { x, y, side }: Record<keyof typeof QR, number>) {
  const rows = Array.from({ length: side }, (_, row) =>
    data.subarray(((y + row) * width + x) * 4, ((y + row) * width + x + side) * 4),
  );
  return { data: new Uint8Array(Buffer.concat(rows)), width: side, height: side };
}

const ART = posterArt("event-7", 265);
const lettersIn = (svg: string) => [...svg.matchAll(/transform="translate\(\d+ (\d+)\)" fill="#fff" d="([^"]+)"/g)];

test("sets the event's name into its picture, as shapes above the foot", async () => {
  const lines = lettersIn(await eventPoster(ART, "The Night Garden"));
  assert.ok(lines.length >= 1);
  for (const [, top = "", d = ""] of lines) {
    assert.ok(Number(top) > 100 && Number(top) <= 380, top);
    for (const [x = 0] of pairsIn(d)) assert.ok(x <= 350);
  }
});

test("a name of any length and script has at most four lines, and nothing in it is fetched or run", async () => {
  for (const name of ["Whakarongo ".repeat(40), "東京夜想曲", "ليالي الأندلس", '<script>alert("x")</script>', "🎭"]) {
    const svg = await eventPoster(ART, name);
    assert.ok(lettersIn(svg).length <= 4, name);
    assert.doesNotMatch(svg, /<script|<text|href|<image/);
  }
});

function pairsIn(d: string): readonly (readonly number[])[] {
  const numbers = d.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0]] : []));
}
