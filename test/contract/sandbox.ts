import { Credential } from "#lib/ticketing/client/credential.ts";

/** Returns a setting that the contract tests need. Throws when it is not set. */
function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set, and the contract needs it.`);
  return value;
}

/** A promoter with every capability in the shop's account. */
export const PROMOTER = new Credential(...loginIn(required("E2E_SERVICE_LOGIN")));

export const CARDS = { good: required("E2E_GOOD_CARD"), bad: required("E2E_BAD_CARD") };

type OwnSandbox = { readonly control: string; readonly processor: string };

/** The sandbox's control port and processor. */
const { control: CONTROL, processor: PROCESSOR } = JSON.parse(required("E2E_SANDBOX")) as OwnSandbox;

/** The address of the service. */
export const SERVICE = required("E2E_SERVICE");

/** The address of the storefront under test. */
export const STOREFRONT = required("E2E_ADDRESS");

/** Returns the two parts of `user:password`. */
function loginIn(text: string): readonly [user: string, password: string] {
  const at = text.indexOf(":");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the secrets that the storefront must never serve, and the folder of its logs. */
export function storefrontSecrets() {
  return {
    data: required("FOYER_DATA"),
    shop: { user: required("TICKETING_USER"), password: required("TICKETING_PASSWORD") },
    keys: [...required("COOKIE_KEYS").split(","), ...required("LINK_KEYS").split(","), required("NEXTAUTH_SECRET")],
  };
}

async function post(path: string, body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${CONTROL}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
}

/** Moves the expiry of an event's reservations this many seconds closer. */
export function ageReservations(event: number, seconds: number): Promise<void> {
  return post("/age-holds", { event, seconds });
}

/** Lets the service process the next call of this path, but drops the answer. */
export function loseAnswer(path: string): Promise<void> {
  return post("/lose-answer", { path, times: 1 });
}

/** Returns a function that lists the ledger's entries since this call. Tests run serially, so all are the test's own. */
export async function watchLedger(): Promise<() => Promise<readonly string[]>> {
  const before = (await entries()).length;
  return async () => (await entries()).slice(before).map(({ kind, amount }) => `${kind} ${amount}`);
}

type Entry = { readonly kind: string; readonly amount: string };

async function entries(): Promise<readonly Entry[]> {
  const answer = await fetch(`${PROCESSOR}/_ledger`);
  // The sandbox processor defines this shape.
  return ((await answer.json()) as { entries: readonly Entry[] }).entries;
}
