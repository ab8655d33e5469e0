import { type Month, parseMonth } from "#lib/ticketing/model/day.ts";

/** What a link or an embed opens. */
export type Target =
  | { readonly kind: "event" | "group"; readonly id: number }
  | { readonly kind: "list" }
  | { readonly kind: "month"; readonly month: Month };

/** Returns the target of a text as `event:12`, `group:3`, `list` or `month:2027-01`; `undefined` for any other. */
export function parseTarget(text: string): Target | undefined {
  if (text === "list") return { kind: "list" };
  const [, kind, value = ""] = /^(event|group|month):(\S+)$/.exec(text) ?? [];
  if (kind === "month") {
    const month = parseMonth(value);
    return month === undefined ? undefined : { kind, month };
  }
  const isId = /^[1-9]\d{0,14}$/.test(value);
  return isId && (kind === "event" || kind === "group") ? { kind, id: Number(value) } : undefined;
}

export function formatTarget(target: Target): string {
  if (target.kind === "list") return target.kind;
  return `${target.kind}:${target.kind === "month" ? target.month : target.id}`;
}

const FOLDERS = { event: "events", group: "groups", month: "calendar" } as const;

/** Returns the path of the page that a target opens: `/en/events/12`. */
export function pathOfTarget(target: Target, language: string): string {
  if (target.kind === "list") return `/${language}`;
  return `/${language}/${FOLDERS[target.kind]}/${target.kind === "month" ? target.month : target.id}`;
}
