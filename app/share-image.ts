import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { type Locale, localeFrom, routing } from "#lib/i18n/routing.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { pngOf } from "#lib/tickets/images.ts";
import { SHARE_SIZE, type ShareCard, shareAlt, shareSvg } from "#lib/tickets/share-card/share-card-svg.ts";

/** Returns the share card of an address, or `undefined` where nothing is at the address. */
type CardOf<Params> = (locale: Locale, params: Params) => Promise<ShareCard | undefined>;

/** Returns the two functions that Next calls for a page's share image: its metadata, and the image. */
export function shareImage<Params extends { readonly locale: string }>(cardOf: CardOf<Params>) {
  async function generateImageMetadata({ params }: { readonly params: Params | Promise<Params> }) {
    const awaited = await params;
    // Called while the page is rendered, which reports a fault of the service itself: here it only leaves out the alt text.
    const answer = await undefinedOnFault(cardOf(localeFrom(awaited.locale), awaited).then((card) => ({ card })));
    // The page of an address where nothing is has no image of its own.
    if (answer !== undefined && answer.card === undefined) return [];
    return [
      { id: "card", size: SHARE_SIZE, contentType: "image/png", ...(answer?.card && { alt: shareAlt(answer.card) }) },
    ];
  }

  async function ShareImage({ params }: { readonly params: Promise<Params> }): Promise<Response> {
    const awaited = await params;
    // An image costs more than a page, so none is rendered for an unsupported language.
    if (!hasLocale(routing.locales, awaited.locale)) notFound();
    const card = (await cardOf(awaited.locale, awaited)) ?? notFound();
    return pngOf(await shareSvg(card), SHARE_SIZE);
  }

  return { generateImageMetadata, ShareImage };
}
