import { BUYER_FIELDS } from "#lib/forms/buyer-schema.ts";

/** By the names of the inputs. */
export type KeptDetails = Readonly<Record<string, string>>;

/** The buyer's own fields, and answers to questions: never a token, a card or a tick. */
const KEPT = new RegExp(`^(${BUYER_FIELDS.join("|")}|q-.*|g-\\d.*)$`);

const NAME = "foyer details";
const KEPT_MS = 30 * 60_000;

type Store = Pick<Storage, "getItem" | "setItem">;

/** A browser that keeps no cookies refuses this store too, by a fault: then nothing is kept, and the page stands. */
export function tabStore(): Store {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}

/** What was typed outlives a reload, an ended hold and a lost session, in this tab and for half an hour. */
export function keepDetails(store: Store, form: FormData, now: number): void {
  const details = Object.fromEntries([...form].filter(([name]) => KEPT.test(name)));
  store.setItem(NAME, JSON.stringify({ at: now, details }));
}

export function keptDetails(store: Store, now: number): KeptDetails {
  const kept = parse(store.getItem(NAME));
  if (!isRecord(kept) || typeof kept.at !== "number" || now - kept.at > KEPT_MS || !isRecord(kept.details)) return {};
  const { details } = kept;
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, text]) =>
      KEPT.test(name) && typeof text === "string" ? [[name, text]] : [],
    ),
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
