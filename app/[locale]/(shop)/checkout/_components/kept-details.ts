import { BUYER_FIELD_NAMES } from "#lib/ticketing/model/buyer.ts";

/** Values by the names of the inputs. */
type KeptDetails = Readonly<Record<string, string>>;

/** The inputs that are kept: the buyer's fields, whether there is one name, and the questions. Never a token, a card or a consent. */
const KEPT = new RegExp(`^(${BUYER_FIELD_NAMES.join("|")}|oneName|q-.*|g-\\d.*)$`);

const NAME = "foyer details";
const KEPT_MS = 30 * 60_000;

type SetValue = (name: string, value: string) => void;
type Store = Pick<Storage, "getItem" | "setItem">;

/** Returns the tab's storage. A browser that blocks cookies throws on access; then nothing is kept. */
export function tabStore(): Store {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}

/** Keeps what was typed for half an hour in this tab, through a reload, an expired reservation and a lost session. */
export function keepDetails(store: Store, form: FormData, now: number): void {
  const details = Object.fromEntries([...form].filter(([name]) => KEPT.test(name)));
  store.setItem(NAME, JSON.stringify({ at: now, details }));
}

/** Returns what was kept, by input name; nothing once it is half an hour old. */
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

/** Puts kept values into the inputs that have not been edited since the page was rendered. */
export function restoreDetails(form: HTMLFormElement | null, kept: KeptDetails, setValue: SetValue): void {
  for (const [name, value] of Object.entries(kept)) if (!isEdited(form, name)) setValue(name, value);
}

function isEdited(form: HTMLFormElement | null, name: string): boolean {
  const inputs = [...(form?.elements ?? [])].filter((input) => "name" in input && input.name === name);
  return inputs.some((input) => {
    if (input instanceof HTMLSelectElement)
      return [...input.options].some((one) => one.selected !== one.defaultSelected);
    if (input instanceof HTMLTextAreaElement) return input.value !== input.defaultValue;
    if (!(input instanceof HTMLInputElement)) return false;
    return input.value !== input.defaultValue || input.checked !== input.defaultChecked;
  });
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
