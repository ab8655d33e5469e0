import { BUYER_FIELDS, type BuyerField } from "../buyer-schema.ts";

export type KeptDetails = Readonly<Partial<Record<BuyerField, string>>>;

const NAME = "foyer details";
const KEPT_MS = 30 * 60_000;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What was typed outlives a reload, an ended hold and a lost session, in this tab and for half an hour. */
export function keepDetails(store: Store, form: FormData, now: number): void {
  const details = Object.fromEntries(BUYER_FIELDS.map((name) => [name, form.get(name)]));
  store.setItem(NAME, JSON.stringify({ at: now, details }));
}

export function keptDetails(store: Store, now: number): KeptDetails {
  const kept = parse(store.getItem(NAME));
  if (!isRecord(kept) || typeof kept.at !== "number" || now - kept.at > KEPT_MS || !isRecord(kept.details)) return {};
  const { details } = kept;
  return Object.fromEntries(
    BUYER_FIELDS.flatMap((name) => (typeof details[name] === "string" ? [[name, details[name]]] : [])),
  );
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
