import "server-only";

/** HTML that is safe to insert: made by `html` alone. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Value = string | number | Markup | undefined | readonly (string | number | Markup | undefined)[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Returns HTML from a template. Every value that is not HTML already is escaped, in texts and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    parts.reduce((text, part, at) => `${text}${part}${at < values.length ? written(values[at]) : ""}`, ""),
  );
}

/** Returns a link's address, or `#` for one that a mail must not lead to, such as `javascript:`. */
export function safeHref(address: string): string {
  return /^(https?:\/\/|mailto:)[^\s<>"]+$/i.test(address) ? address : "#";
}

function written(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "object") return value.map(written).join("");
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
