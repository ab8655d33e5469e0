import "server-only";

import { PKPass } from "passkit-generator";
import { plainLine } from "#lib/i18n/plain-line.ts";
import type { AppleSigner } from "./apple-signer.ts";
import { passImages } from "./pass-images.ts";
import { type WalletOrder, type WalletTicket, withoutFraction } from "./wallet-ticket.ts";

/** Where a phone asks for the present pass, and the secret with which it asks. */
export type PassUpdates = { readonly url: string; readonly token: string };

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

async function signedPass(pass: PassOf, { certificate, key, passphrase, authority, ...ids }: AppleSigner) {
  const files = await passImages(pass.order.shop, pass.ticket.art);
  const json = Buffer.from(JSON.stringify(passJson(pass, ids)));
  return new PKPass(
    { ...files, "pass.json": json },
    {
      signerCert: certificate,
      signerKey: key,
      wwdr: authority,
      ...(passphrase !== undefined && { signerKeyPassphrase: passphrase }),
    },
  );
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
  const { venue, notice, doors } = ticket;
  const text = (key: keyof typeof labels, value: string | undefined) =>
    value ? [{ key, label: labels[key], value: plainLine(value) }] : [];
  // The venue's wall clock: the phone must not convert it into its own zone.
  const time = (key: "when" | "doors", at: string, style: object) => ({
    key,
    label: labels[key],
    value: withoutFraction(at),
    ignoresTimeZone: true,
    ...style,
    changeMessage: labels.moved,
  });
  const state = notice === undefined ? [] : [{ key: "state", label: labels.state, value: notice, changeMessage: "%@" }];
  const opens = doors === undefined ? [] : [time("doors", doors, { timeStyle: "PKDateStyleShort" })];
  return {
    headerFields: state.length > 0 ? state : [{ key: "number", label: labels.ticketType, value: positionOf(ticket) }],
    primaryFields: [{ key: "event", value: plainLine(ticket.eventName) }],
    secondaryFields: [
      time("when", ticket.startsAt, { dateStyle: "PKDateStyleMedium", timeStyle: "PKDateStyleShort" }),
      ...text("where", venue?.name),
    ],
    auxiliaryFields: [...text("section", ticket.section ?? ticket.ticketType), ...text("door", ticket.door), ...opens],
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
