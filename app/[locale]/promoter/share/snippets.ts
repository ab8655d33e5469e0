import { addressOf, type Theme, withQuery } from "#app/[locale]/promoter/share/share-query.ts";
import { type EventLink, formatEventLink } from "#lib/catalogue/event-link.ts";
import type { Target } from "#lib/ticketing/model/target.ts";

export type Pasted = {
  readonly origin: string;
  readonly language: string;
  readonly target: Target;
  readonly link: EventLink;
  /** The link's text: "Buy tickets". */
  readonly label: string;
  /** The chosen colour, and the text colour that is readable on it. */
  readonly accent: string;
  readonly onAccent: string;
  readonly theme: Theme;
  /** The host of the page with the frame, which sales name. The element finds it out itself. */
  readonly host?: string | undefined;
  /** The site and the path to which buyers come back: `4:/tickets`. */
  readonly returnTo?: string | undefined;
};

type Snippets = Readonly<Record<"link" | "button", string>> & Readonly<Partial<Record<"element" | "frame", string>>>;

/** Returns the snippets, from the fewest to the most permissions that a page must grant. A month has no embed. */
export function snippetsOf(pasted: Pasted): Snippets {
  const { origin, target, label, accent, onAccent } = pasted;
  const address = buyersAddress(pasted);
  const style = `display:inline-block;padding:12px 24px;border-radius:12px;background:${accent};color:${onAccent};font:600 17px/1.4 system-ui,sans-serif;text-decoration:none`;
  const links = {
    link: address,
    button: `<a href="${escaped(address)}" style="${style}">${escaped(label)}</a>`,
  };
  if (target.kind === "month") return links;
  const tag = tagOf(target);
  return {
    ...links,
    element: [
      `<script type="module" src="${origin}/embed.js"></script>`,
      `<${tag} ${attributes(elementAttributes(pasted))}>`,
      `  <a href="${escaped(address)}">${escaped(label)}</a>`,
      `</${tag}>`,
    ].join("\n"),
    frame: `<iframe src="${escaped(frameAddress(pasted))}" title="${escaped(label)}" width="100%" height="720" style="border:0"></iframe>`,
  };
}

/** Returns the address of the page that a link opens, with the way back. */
export function buyersAddress({ origin, language, target, link, returnTo }: Pasted): string {
  return addressOf(origin, language, target, withSource(link, { returnTo }));
}

function frameAddress({ origin, language, target, link, theme, host, returnTo }: Pasted): string {
  const path =
    target.kind === "event" ? `events/${target.id}` : target.kind === "group" ? `groups/${target.id}` : "events";
  const query = new URLSearchParams(formatEventLink(withSource(link, { embed: host, returnTo })));
  if (theme !== "light") query.set("theme", theme);
  return withQuery(`${origin}/${language}/embed/${path}`, query.toString());
}

type Named = { readonly embed?: string | undefined; readonly returnTo?: string | undefined };

function withSource({ source, ...link }: EventLink, { embed, returnTo }: Named): EventLink {
  const named = {
    ...source,
    ...(embed !== undefined && { embed }),
    ...(returnTo !== undefined && { returnTo }),
  };
  return { ...link, source: named };
}

export function tagOf({ kind }: Target): "foyer-tickets" | "foyer-events" {
  return kind === "event" ? "foyer-tickets" : "foyer-events";
}

/** Returns the attributes of the element, which mean the same as the query of the link. */
export function elementAttributes(pasted: Pasted): Readonly<Record<string, string>> {
  const { language, target, link, accent, theme, returnTo } = pasted;
  const { eventDateId, wanted, code, source } = link;
  return {
    ...(target.kind === "event" && { event: String(target.id) }),
    ...(target.kind === "group" && { group: String(target.id) }),
    ...(eventDateId !== undefined && { date: String(eventDateId) }),
    ...(wanted.length > 0 && {
      quantities: wanted.map(({ ticketTypeId, quantity }) => `${ticketTypeId}:${quantity}`).join(","),
    }),
    ...(code !== undefined && { code }),
    ...(source?.ref !== undefined && { affiliate: source.ref }),
    ...(source?.utm !== undefined && { campaign: formatEventLink({ wanted: [], source: { utm: source.utm } }) }),
    ...(returnTo !== undefined && { return: returnTo }),
    accent,
    ...(theme !== "light" && { theme }),
    lang: language,
  };
}

function attributes(named: Readonly<Record<string, string>>): string {
  return Object.entries(named)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(" ");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
