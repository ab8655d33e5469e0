import "server-only";

import { PKPass } from "passkit-generator";
import sharp from "sharp";
import { isOverDays } from "#lib/catalogue/dates/span-text.ts";
import { plainLine } from "#lib/i18n/words.ts";
import type { PosterArt } from "#lib/tickets/art/poster-art.ts";
import { brandTile } from "#lib/tickets/images.ts";
import type { AppleSigner } from "./apple-signer.ts";
import { type WalletOrder, type WalletTicket, withoutFraction } from "./wallet-ticket.ts";

/** The URL at which a phone requests the current pass, and the secret that authorises the request. */
type PassUpdates = { readonly url: string; readonly token: string };

/** A file, and its media type. */
export type WalletFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string; readonly name: string };

type PassOf = {
  readonly ticket: WalletTicket;
  readonly order: WalletOrder;
  readonly updates?: PassUpdates | undefined;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a signed pass for one ticket, and a bundle of passes, which a phone adds at once, for more. */
export async function applePasses(passes: readonly [PassOf, ...PassOf[]], signer: AppleSigner): Promise<WalletFile> {
  const signed = await Promise.all(passes.map((pass) => signedPass(pass, signer)));
  const [only, ...others] = signed;
  if (only !== undefined && others.length === 0)
    return { bytes: bytesOf(only.getAsBuffer()), type: "application/vnd.apple.pkpass", name: "ticket.pkpass" };
  return {
    bytes: bytesOf(PKPass.pack(...signed).getAsBuffer()),
    type: "application/vnd.apple.pkpasses",
    name: "tickets.pkpasses",
  };
}

async function signedPass(pass: PassOf, { certificate, key, authority, ...ids }: AppleSigner) {
  const files = await passImages(pass.order.shop, pass.ticket.art);
  const json = Buffer.from(JSON.stringify(passJson(pass, ids)));
  return new PKPass({ ...files, "pass.json": json }, { signerCert: certificate, signerKey: key, wwdr: authority });
}

/** Returns the content of `pass.json`, by Apple's "Wallet Passes" reference: an event ticket in the shop's colours. */
export function passJson({ ticket, order, updates }: PassOf, ids: Pick<AppleSigner, "passType" | "team">): object {
  const { shop, language } = order;
  const { startsAt, endsAt, venue, code, notice } = ticket;
  const starts = withoutFraction(startsAt);
  const coordinates = venue?.coordinates;
  const barcode = code && {
    format: "PKBarcodeFormatQR",
    message: code.text,
    messageEncoding: "iso-8859-1",
    altText: code.shown,
  };
  return {
    formatVersion: 1,
    passTypeIdentifier: ids.passType,
    teamIdentifier: ids.team,
    serialNumber: ticket.serial,
    groupingIdentifier: ticket.group,
    organizationName: shop.name,
    description: [plainLine(ticket.eventName), positionOf(ticket)].join(", "),
    logoText: shop.name,
    backgroundColor: rgb(shop.fill),
    foregroundColor: rgb(shop.on),
    labelColor: rgb(shop.on),
    relevantDate: starts,
    // Newer phones show the pass until the end.
    ...(endsAt !== undefined && { relevantDates: [{ startDate: starts, endDate: withoutFraction(endsAt) }] }),
    expirationDate: new Date(Date.parse(endsAt ?? startsAt) + DAY_MS).toISOString().replace(/\.\d+/, ""),
    ...(notice !== undefined && { voided: true }),
    ...(barcode && { barcodes: [barcode] }),
    ...(coordinates && { locations: [{ ...coordinates, relevantText: plainLine(ticket.eventName) }] }),
    ...(updates && { webServiceURL: updates.url, authenticationToken: updates.token }),
    userInfo: { language },
    eventTicket: fieldsOf(ticket, order),
  };
}

function fieldsOf(ticket: WalletTicket, { labels, reference, seller }: WalletOrder): object {
  const { startsAt, endsAt, venue, notice, doors } = ticket;
  const text = (key: keyof typeof labels, value: string | undefined) =>
    value ? [{ key, label: labels[key], value: plainLine(value) }] : [];
  // The venue's wall clock: the phone must not convert it into its own zone.
  const time = (key: "when" | "ends" | "doors", at: string, style: object) => ({
    key,
    label: labels[key],
    value: withoutFraction(at),
    ignoresTimeZone: true,
    ...style,
    changeMessage: labels.moved,
  });
  const state = notice === undefined ? [] : [{ key: "state", label: labels.state, value: notice, changeMessage: "%@" }];
  const opens = doors === undefined ? [] : [time("doors", doors, { timeStyle: "PKDateStyleShort" })];
  // Of a night the day of the start is enough.
  const isLong = endsAt !== undefined && isOverDays(ticket, ticket.timeZone);
  const endStyle = { ...(isLong && { dateStyle: "PKDateStyleMedium" }), timeStyle: "PKDateStyleShort" };
  const ends = endsAt === undefined ? [] : [time("ends", endsAt, endStyle)];
  return {
    headerFields: state.length > 0 ? state : [{ key: "number", label: labels.ticketType, value: positionOf(ticket) }],
    primaryFields: [{ key: "event", value: plainLine(ticket.eventName) }],
    secondaryFields: [
      time("when", startsAt, { dateStyle: "PKDateStyleMedium", timeStyle: "PKDateStyleShort" }),
      ...text("where", venue?.name),
    ],
    auxiliaryFields: [
      ...text("section", ticket.section ?? ticket.ticketType),
      ...text("door", ticket.door),
      ...opens,
      ...ends,
    ],
    backFields: [
      ...text("name", ticket.holder),
      { key: "type", label: labels.ticketType, value: plainLine(ticket.ticketType) },
      ...text("age", ticket.ageLimit),
      ...(venue ? [{ ...text("where", `${venue.name}, ${venue.address}`)[0], key: "address" }] : []),
      ...text("order", reference),
      ...text("soldBy", seller),
      { key: "page", value: ticket.url },
      { key: "advice", value: labels.advice },
    ],
  };
}

function positionOf({ number, count }: WalletTicket): string {
  return `${number}/${count}`;
}

/** Returns a colour as Apple writes it: `rgb(79, 70, 229)`. */
function rgb(hex: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer);
}

/** A picture at one, two and three pixels a point, as Apple's rules name the files. */
const DENSITIES = [
  ["", 1],
  ["@2x", 2],
  ["@3x", 3],
] as const;
const ICON_POINTS = 29;
const LOGO_POINTS = 40;
const THUMBNAIL_POINTS = 90;
/** Posters are squares of this side. */
const ART_SIDE = 400;

type Shop = { readonly name: string; readonly fill: string; readonly on: string };

/** Returns the pictures of a pass by their file names: the shop's icon and logo, and the event's picture. */
async function passImages(shop: Shop, art: PosterArt): Promise<Record<string, Buffer>> {
  const tile = await brandTile(shop.name, { fill: shop.fill, on: shop.on });
  const pictures = [
    { name: "icon", svg: tile, points: ICON_POINTS },
    { name: "logo", svg: tile, points: LOGO_POINTS },
    { name: "thumbnail", svg: artSvg(art), points: THUMBNAIL_POINTS },
  ];
  const files = pictures.flatMap(({ name, svg, points }) =>
    DENSITIES.map(async ([suffix, factor]) => [`${name}${suffix}.png`, await pngOf(svg, points * factor)] as const),
  );
  return Object.fromEntries(await Promise.all(files));
}

function pngOf(svg: string, side: number): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize(side, side).png({ compressionLevel: 9 }).toBuffer();
}

function artSvg({ ground, shapes }: PosterArt): string {
  const paths = shapes.map(
    ({ fill, d, faint }) => `<path d="${d}" fill="${fill}"${faint ? ' fill-opacity="0.35"' : ""}/>`,
  );
  const frame = `width="${ART_SIDE}" height="${ART_SIDE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}><rect ${frame} fill="${ground[0]}"/>${paths.join("")}</svg>`;
}
