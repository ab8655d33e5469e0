import { type EventLink, formatEventLink } from "#lib/catalogue/event-link.ts";
import { addressOf } from "./kit-query.ts";

type Pasted = {
  readonly origin: string;
  readonly language: string;
  readonly eventId: number;
  readonly link: EventLink;
  /** The link's text: "Buy tickets". */
  readonly label: string;
  /** The account's colour and its readable text colour. */
  readonly accent: string;
  readonly onAccent: string;
};

/** Returns the snippets, from the fewest to the most permissions that a page must grant. */
export function snippetsOf(pasted: Pasted): Readonly<Record<"link" | "button" | "element" | "frame", string>> {
  const { origin, language, eventId, link, label, accent, onAccent } = pasted;
  const address = addressOf(origin, language, eventId, link);
  const query = formatEventLink(link);
  const frame = `${origin}/${language}/embed/events/${eventId}${query && `?${query}`}`;
  const style = `display:inline-block;padding:12px 24px;border-radius:12px;background:${accent};color:${onAccent};font:600 17px/1.4 system-ui,sans-serif;text-decoration:none`;
  return {
    link: address,
    button: `<a href="${escaped(address)}" style="${style}">${escaped(label)}</a>`,
    element: [
      `<script type="module" src="${origin}/embed.js"></script>`,
      `<foyer-tickets ${attributes(pasted)}>`,
      `  <a href="${escaped(address)}">${escaped(label)}</a>`,
      "</foyer-tickets>",
    ].join("\n"),
    frame: `<iframe src="${escaped(frame)}" title="${escaped(label)}" width="100%" height="720" style="border:0"></iframe>`,
  };
}

/** Returns the attributes of the element, which mean the same as the query of the link. */
export function elementAttributes({ language, eventId, link, accent }: Pasted): Readonly<Record<string, string>> {
  const { eventDateId, wanted, code, source } = link;
  return {
    event: String(eventId),
    ...(eventDateId !== undefined && { date: String(eventDateId) }),
    ...(wanted.length > 0 && {
      quantities: wanted.map(({ ticketTypeId, quantity }) => `${ticketTypeId}:${quantity}`).join(","),
    }),
    ...(code !== undefined && { code }),
    ...(source?.ref !== undefined && { affiliate: source.ref }),
    accent,
    lang: language,
  };
}

function attributes(pasted: Pasted): string {
  return Object.entries(elementAttributes(pasted))
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(" ");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
