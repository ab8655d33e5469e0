import { isTestCard } from "#e2e/support/target/cards.ts";
import type { Configuration } from "#e2e/support/target/env.ts";
import { REAL_CARD } from "#test/tools/card-needles.ts";
import { type Encoded, encodingsOf, type Needle } from "#test/tools/needles.ts";

/** A shorter text occurs by chance in any large file. */
const BYTES_MIN = 6;
/** What the storefront seals: visits, sessions and order links. */
const SEALED = /eyJ[\w-]{8,}\.[\w-]*\.[\w-]{8,}\.[\w-]{16,}\.[\w-]{16,}/;
/** A credential in a header, as header lines and as traces have it. */
const AUTHORISATION = /authorization(?:"\s*,\s*"value)?"?\s*:\s*"?(?:Basic|Bearer) [\w+/=.-]{8,}/i;

type Secrets = Partial<
  Pick<
    Configuration,
    | "serviceUser"
    | "servicePassword"
    | "basicUser"
    | "basicPassword"
    | "cookieKeys"
    | "proxy"
    | "goodCard"
    | "badCard"
    | "allowedCards"
  >
>;

/** Returns every secret of the run's settings in every encoding: passwords, keys, and cards that are not on the test list. */
export function secretsOf(env: Secrets): readonly Encoded[] {
  const named: readonly (readonly [name: string, secret: string | undefined])[] = [
    ["E2E_SERVICE_PASSWORD", env.servicePassword],
    ["E2E_SERVICE_PASSWORD with its user", pairOf(env.serviceUser, env.servicePassword)],
    ["E2E_BASIC_PASSWORD", env.basicPassword],
    ["E2E_BASIC_PASSWORD with its user", pairOf(env.basicUser, env.basicPassword)],
    ...(env.cookieKeys ?? "").split(",").map((key) => ["E2E_COOKIE_KEYS", key] as const),
    ...proxySecrets(env.proxy),
    ...cardsOf(env).flatMap((card) =>
      writingsOf(card).map((text) => ["a card number off the test list", text] as const),
    ),
  ];
  return named
    .flatMap(([name, secret]) => (secret ? encodingsOf(name, secret) : []))
    .filter(({ bytes }) => bytes.length >= BYTES_MIN);
}

/** Returns what no artefact may contain: these secrets, any card off the test list, sealed cookies and credentials in headers. */
export function needlesOfRun(env: Secrets): readonly Needle[] {
  return [
    ...secretsOf(env).map(({ name, bytes }) => ({ name, isIn: (hay: Buffer) => hay.includes(bytes) })),
    REAL_CARD,
    patternNeedle("a sealed cookie or link", SEALED),
    patternNeedle("a credential in a header", AUTHORISATION),
  ];
}

function patternNeedle(name: string, pattern: RegExp): Needle {
  return { name, isIn: (hay) => pattern.test(hay.toString("latin1")) };
}

/** Returns the text without sealed cookies and links. */
export function withoutSealed(text: string): string {
  return text.replace(new RegExp(SEALED, "g"), (sealed) => "x".repeat(sealed.length));
}

function pairOf(user: string | undefined, password: string | undefined): string | undefined {
  return user === undefined || password === undefined ? undefined : `${user}:${password}`;
}

function proxySecrets(proxy: string | undefined): readonly (readonly [string, string])[] {
  if (proxy === undefined || !URL.canParse(proxy)) return [];
  const { username, password } = new URL(proxy);
  if (password === "") return [];
  const plain = decodeURIComponent(password);
  return [
    ["the password of E2E_PROXY", plain],
    ["the password of E2E_PROXY with its user", `${decodeURIComponent(username)}:${plain}`],
  ];
}

function cardsOf({ goodCard = "", badCard = "", allowedCards = "" }: Secrets): readonly string[] {
  const allowed = allowedCards.replace(/^.*=/, "").split(",");
  const digits = [goodCard, badCard, ...allowed].map((card) => card.replace(/\D/g, ""));
  return [...new Set(digits)].filter((card) => card !== "" && !isTestCard(card));
}

/** Returns a number as programs write it: in one run of digits, and in groups of four, or of 4, 6 and 5 for 15 digits. */
function writingsOf(digits: string): readonly string[] {
  const groups =
    digits.length === 15 ? (/^(.{4})(.{6})(.{5})$/.exec(digits) ?? []).slice(1) : (digits.match(/\d{1,4}/g) ?? []);
  return [digits, ...[" ", "-", "+"].map((space) => groups.join(space))];
}
