import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Fault, reasonOf } from "#tools/lib/fault.ts";

export const EXIT = { passed: 0, failed: 1, cannotRun: 2, interrupted: 130 };

export const USAGE = `npm run conformance -- --address https://uat.tickets.example/api/v2 --user shop
  The password comes from CONFORMANCE_PASSWORD. docs/conformance.md describes every option.`;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const TIMEOUT_MS = 15_000;
const TIMEOUT_MS_MAX = 120_000;
const CARD = /^\d{12,19}$/;

const PARAMETERS = {
  address: { type: "string" },
  user: { type: "string" },
  password: { type: "string" },
  account: { type: "string" },
  event: { type: "string" },
  ca: { type: "string" },
  timeout: { type: "string" },
  only: { type: "string" },
  writes: { type: "boolean" },
  "confirm-host": { type: "string" },
  "good-card": { type: "string" },
  "bad-card": { type: "string" },
  json: { type: "string" },
  help: { type: "boolean" },
} as const;

export type Options = {
  readonly address: string;
  readonly user: string;
  readonly password: string;
  readonly isPasswordVisible: boolean;
  readonly account: number | undefined;
  readonly event: number | undefined;
  readonly ca?: string;
  readonly timeoutMs: number;
  readonly writes: boolean;
  /** Beginnings of statement ids, such as RES or CAR-04. Empty for all. */
  readonly only: readonly string[];
  readonly cards: { readonly good: string | undefined; readonly bad: string | undefined };
  readonly json: string | undefined;
};

/** Reads the options of the command line. Throws a Fault for a wrong one. */
export function readOptions(
  parameters: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options {
  const values = parse(parameters);
  if (values.help) throw cannotRun(USAGE);
  const { user, "confirm-host": confirmed } = values;
  if (values.address === undefined || user === undefined) throw cannotRun(`Name --address and --user.\n  ${USAGE}`);
  const address = addressOf(values.address);
  const password = values.password ?? environment.CONFORMANCE_PASSWORD;
  if (password === undefined || password === "") throw cannotRun("Set CONFORMANCE_PASSWORD to the user's password.");
  const writes = values.writes === true;
  if (writes) requireConfirmed(address, confirmed);
  const cards = { good: cardOf("good-card", values["good-card"]), bad: cardOf("bad-card", values["bad-card"]) };
  if (!writes && (cards.good ?? cards.bad) !== undefined)
    throw cannotRun("A card needs --writes: without it nothing is paid.");
  return {
    ...{ address, user, password, writes, cards },
    isPasswordVisible: values.password !== undefined,
    account: idOf("account", values.account),
    event: idOf("event", values.event),
    ...(values.ca !== undefined && { ca: readAuthority(values.ca) }),
    timeoutMs: timeoutOf(values.timeout),
    only: (values.only ?? "")
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((one) => one.toUpperCase()),
    json: values.json,
  };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], options: PARAMETERS, strict: true }).values;
  } catch (error) {
    // Node's message names the option, not its value.
    throw cannotRun(`${error instanceof Error ? error.message : String(error)}\n  ${USAGE}`);
  }
}

function addressOf(text: string): string {
  if (!URL.canParse(text))
    throw cannotRun("--address is not an address. It looks like https://uat.tickets.example/api/v2.");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw cannotRun(
      "--address has a user name or password in it. Name the user by --user, and set CONFORMANCE_PASSWORD.",
    );
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname))
    throw cannotRun(`--address is plain http, so the password would be sent in clear to ${url.host}. Use https.`);
  if (!/^https?:$/.test(url.protocol)) throw cannotRun("--address begins with https://.");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** A ticketing service says nowhere whether it is a test system, so its operator's name for it is the safeguard. */
function requireConfirmed(address: string, confirmed: string | undefined): void {
  const { host, hostname } = new URL(address);
  if (confirmed === host || confirmed === hostname) return;
  const was = confirmed === undefined ? "" : ` --confirm-host names ${confirmed}, which is another host.`;
  throw cannotRun(
    `--writes reserves places, and with a card it buys tickets. Only for a test system.${was}\n  If ${host} is one, add --confirm-host ${host}`,
  );
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw cannotRun(`--ca: ${file}: ${reasonOf(error)}.`);
  }
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return TIMEOUT_MS;
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (ms < 1 || ms > TIMEOUT_MS_MAX)
    throw cannotRun(`--timeout is a number of milliseconds, at most ${TIMEOUT_MS_MAX}.`);
  return ms;
}

function idOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw cannotRun(`--${name} is a number.`);
  return Number(text);
}

function cardOf(name: string, text: string | undefined): string | undefined {
  const digits = text?.replace(/[ -]/g, "");
  if (digits !== undefined && !CARD.test(digits)) throw cannotRun(`--${name} is a card number of 12 to 19 digits.`);
  return digits;
}

function cannotRun(message: string): Fault {
  return new Fault(message, { exitCode: EXIT.cannotRun });
}
