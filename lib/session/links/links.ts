import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { areDevicesRevoked, areLinksRevoked } from "#lib/session/revocations.ts";
import { areMessagesSent } from "./message-renderer.ts";

const saleShape = z.object({
  keys: z.tuple([z.string()], z.string()),
  madeAt: z.int(),
  isOfDevice: z.boolean().exactOptional(),
});

/** Returns the secret part of a URL of these sales. It opens as long as its key is configured and it is not revoked. */
export function sealSaleLink(saleKeys: readonly string[], nowMs = Date.now()): Promise<string> {
  return seal("sale link", { keys: saleKeys, madeAt: nowMs });
}

/**
 * Returns a link for the device that paid, which ends when the order is removed from it. Without mail it is the buyer's
 * only link, and stays.
 */
export function sealDeviceLink(saleKeys: readonly string[], nowMs = Date.now()): Promise<string> {
  if (!areMessagesSent()) return sealSaleLink(saleKeys, nowMs);
  return seal("sale link", { keys: saleKeys, madeAt: nowMs, isOfDevice: true });
}

/** Returns the keys of the sales, also for a link of Find my tickets; `undefined` for another text, and for a revoked link. */
export async function openSaleLink(link: string): Promise<readonly string[] | undefined> {
  const { data } = saleShape.safeParse(await unseal("sale link", link));
  if (data === undefined) return openFoundLink(link);
  const isRevoked = data.isOfDevice ? areDevicesRevoked : areLinksRevoked;
  return (await isRevoked(data.keys, data.madeAt)) ? undefined : data.keys;
}

const guestShape = z.object({ saleKey: z.string(), admissionId: z.int().positive(), madeAt: z.int() });

/** The Admission that a guest link opens, and the key of its Sale, which the service needs. */
type GuestLink = Pick<z.output<typeof guestShape>, "saleKey" | "admissionId">;

/** Returns the secret part of a guest's URL. It opens one Admission: no other, no receipt and no Sale. */
export function sealGuestLink(saleKey: string, admissionId: number, nowMs = Date.now()): Promise<string> {
  return seal("guest link", { saleKey, admissionId, madeAt: nowMs });
}

/**
 * Returns what a link opens; `undefined` for a text that `sealGuestLink` did not make, for the link of a Sale, and for
 * a revoked link.
 */
export async function openGuestLink(link: string): Promise<GuestLink | undefined> {
  const { data } = guestShape.safeParse(await unseal("guest link", link));
  if (data === undefined || (await areLinksRevoked([data.saleKey], data.madeAt))) return undefined;
  return { saleKey: data.saleKey, admissionId: data.admissionId };
}

const foundShape = z.object({ keys: z.tuple([z.string()], z.string()), madeAt: z.int(), exp: z.int() });

/** How long the links of Find my tickets work. They are mailed to an address that anyone may have entered. */
const FOUND_SECONDS = 24 * 60 * 60;

/** Returns the secret part of a link that leads to the page of these sales for a day. */
export function sealFoundLink(saleKeys: readonly string[], nowMs = Date.now()): Promise<string> {
  return seal("found tickets", { keys: saleKeys, madeAt: nowMs }, FOUND_SECONDS);
}

/** Returns a link to these sales that ends with the one that it replaces. */
export function renewFoundLink(saleKeys: readonly string[], endsAtMs: number, nowMs: number): Promise<string> {
  return seal("found tickets", { keys: saleKeys, madeAt: nowMs }, Math.floor((endsAtMs - nowMs) / 1000));
}

/** Returns the keys of the sales; `undefined` for a text that `sealFoundLink` did not make, after a day, and when revoked. */
export async function openFoundLink(link: string): Promise<readonly string[] | undefined> {
  const { data } = foundShape.safeParse(await unseal("found tickets", link));
  return data && !(await areLinksRevoked(data.keys, data.madeAt)) ? data.keys : undefined;
}

/**
 * Returns when a link of Find my tickets ends, in milliseconds; `undefined` for any other link. What a page gives to its
 * visitor ends with its link; only a mail to the buyer has links that last longer.
 */
export async function foundLinkEnd(link: string): Promise<number | undefined> {
  const { data } = foundShape.safeParse(await unseal("found tickets", link));
  return data && data.exp * 1000;
}

const waitingShape = z.object({ entry: z.string(), offer: z.string().exactOptional() });

/** What a link of the waiting list opens: an entry, and the offer that the mail was about. */
type WaitingLink = z.output<typeof waitingShape>;

/** Returns the secret part of the URL of an entry of the waiting list. */
export function sealWaitingLink(link: WaitingLink): Promise<string> {
  return seal("waiting list", link);
}

/** Returns what a link opens; `undefined` for a text that `sealWaitingLink` did not make. */
export async function openWaitingLink(link: string): Promise<WaitingLink | undefined> {
  return waitingShape.safeParse(await unseal("waiting list", link)).data;
}
