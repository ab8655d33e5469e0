import "server-only";

/**
 * A message in parts, from which both HTML and plain text are made, so that the two say the same. Every text is plain:
 * it may come from a promoter or a buyer, and the renderers escape it.
 */
export type Letter = {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly brand: string;
  readonly subject: string;
  /** What an inbox shows beside the subject. */
  readonly preview: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Small print below the card. */
  readonly footer: readonly Sentence[];
};

/** Texts that follow each other with a space between them. */
export type Sentence = readonly Inline[];

export type Inline =
  | string
  | { readonly strong: string }
  | { readonly muted: string }
  /** A name in a script of its own: isolated from the direction of the text around it. */
  | { readonly name: string }
  | { readonly link: string; readonly href: string };

export type Block =
  | { readonly type: "lead"; readonly text: Sentence }
  | { readonly type: "muted"; readonly text: Sentence }
  | { readonly type: "button"; readonly label: string; readonly href: string }
  | { readonly type: "notice"; readonly tone: Tone; readonly text: Sentence }
  | { readonly type: "heading"; readonly text: string }
  | { readonly type: "event"; readonly event: EventCard }
  | { readonly type: "receipt"; readonly receipt: ReceiptTable }
  | { readonly type: "notes"; readonly lines: readonly Sentence[] };

type Tone = "ok" | "warn" | "bad";

/** One event on one date. */
export type EventCard = {
  readonly eventId?: number | undefined;
  readonly name: string;
  /** The `cid` of the attached picture, which is `PICTURE` in size. It is decorative: the text says everything. */
  readonly picture?: string;
  /** Absent where no date is known. */
  readonly tile?: DateTile;
  /** What became of the tickets, such as "Cancelled". */
  readonly state?: string;
  readonly lines: readonly Sentence[];
  readonly tickets: readonly { readonly text: string; readonly detail?: string }[];
};

/** In pixels: a card in two of them for each of the page. */
export const PICTURE = { width: 1056, height: 352 };

export type DateTile = {
  readonly weekday: string;
  readonly day: string;
  /** With the year, since a mail is kept. */
  readonly month: string;
  /** The date in full, for the plain text. */
  readonly inFull: string;
};

export type ReceiptTable = {
  readonly groups: readonly { readonly name: string; readonly rows: readonly ReceiptRow[] }[];
  /** Subtotal and savings; empty where nothing was saved. */
  readonly sums: readonly ReceiptRow[];
  readonly total: ReceiptRow;
  readonly notes: readonly string[];
};

export type ReceiptRow = {
  readonly text: string;
  /** The parts of a price. */
  readonly detail?: string;
  readonly amount: string;
  readonly isSaving?: boolean;
};

/** A letter as it is sent. */
export type RenderedLetter = { readonly subject: string; readonly html: string; readonly text: string };

/** Returns a letter as plain text, with every fact and every link of the HTML. Lines are not wrapped. */
export function mailText({ brand, title, blocks, footer, direction }: Letter): string {
  // Names and amounts in another script are isolated, as `bdi` does in HTML.
  const isolate = (text: string) => (direction === "rtl" && text !== "" ? `\u2068${text}\u2069` : text);
  const parts = [brand, `${title}\n${"=".repeat(Math.min(40, [...title].length))}`, ...blocks.map(blockText)];
  return `${[...parts, "--", ...footer.map(sentenceText)].join("\n\n")}\n`;

  function sentenceText(sentence: Sentence): string {
    return sentence.map(inlineText).join(" ");
  }

  function inlineText(part: Inline): string {
    if (typeof part === "string") return part;
    if ("strong" in part) return part.strong;
    if ("muted" in part) return part.muted;
    if ("name" in part) return isolate(part.name);
    const address = safeHref(part.href).replace(/^mailto:/, "");
    return `${part.link}${/[?؟]$/.test(part.link) ? "" : ":"} ${address}`;
  }

  function blockText(block: Block): string {
    switch (block.type) {
      case "button":
        return `${block.label}:\n${safeHref(block.href)}`;
      case "heading":
        return `${block.text}\n${"-".repeat(Math.min(40, [...block.text].length))}`;
      case "event":
        return eventText(block.event);
      case "receipt":
        return receiptText(block.receipt);
      case "notes":
        return block.lines.map(sentenceText).join("\n");
      default:
        return sentenceText(block.text);
    }
  }

  function eventText({ name, tile, state, lines, tickets }: EventCard): string {
    return [
      isolate(name),
      ...(state ? [state] : []),
      ...(tile ? [tile.inFull] : []),
      ...lines.map(sentenceText),
      ...tickets.map(({ text, detail }) => `- ${isolate(text)}${detail ? ` (${isolate(detail)})` : ""}`),
    ].join("\n");
  }

  function receiptText({ groups, sums, total, notes }: ReceiptTable): string {
    return [
      ...groups.flatMap(({ name, rows }) => [isolate(name), ...rows.map(rowText)]),
      ...sums.map(rowText),
      rowText(total),
      ...notes,
    ].join("\n");
  }

  function rowText({ text, detail, amount }: ReceiptRow): string {
    return `${isolate(text)}: ${isolate(amount)}${detail === undefined ? "" : ` (${detail})`}`;
  }
}

/** Returns a link's address, or `#` for one that a mail must not lead to, such as `javascript:`. */
export function safeHref(address: string): string {
  return /^(https?:\/\/|mailto:)[^\s<>"]+$/i.test(address) ? address : "#";
}
