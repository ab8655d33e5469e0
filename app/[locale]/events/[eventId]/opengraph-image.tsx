import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { localeFrom } from "#i18n/locale-of.ts";
import { routing } from "#i18n/routing.ts";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import { pngOf } from "#lib/documents/png-of.ts";
import { eventShareCard } from "#lib/documents/share-card/share-card.ts";
import { SHARE_SIZE, shareAlt, shareSvg } from "#lib/documents/share-card/share-card-svg.ts";
import type { Event } from "#lib/domain/catalogue/event.ts";

/** As the page: from live data, and no older than it. */
export const revalidate = 300;
export const dynamic = "force-static";

type ImageProps = { readonly params: Promise<{ readonly locale: string; readonly eventId: string }> };

export function generateStaticParams() {
  return [];
}

export async function generateImageMetadata({ params }: { params: { locale: string; eventId: string } }) {
  const { locale, eventId } = await params;
  const event = await eventOf(eventId);
  const alt = event && shareAlt(await eventShareCard(event, localeFrom(locale), new Date()));
  return [{ id: "card", size: SHARE_SIZE, contentType: "image/png", ...(alt !== undefined && { alt }) }];
}

export default async function EventShareImage({ params }: ImageProps) {
  const { locale, eventId } = await params;
  // A picture costs more than a page: none is drawn for a language that is made up.
  if (!hasLocale(routing.locales, locale)) notFound();
  const event = (await eventOf(eventId)) ?? notFound();
  return pngOf(await shareSvg(await eventShareCard(event, locale, new Date())), SHARE_SIZE);
}

async function eventOf(eventId: string): Promise<Event | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return undefined;
  return (await catalogueEvent(Number(eventId))).value;
}
