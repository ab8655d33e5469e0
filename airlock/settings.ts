import { readFileSync } from "node:fs";

/** Where the airlock listens: a socket's path, or a port of this machine. */
export type Listening = { readonly path: string } | { readonly host: string; readonly port: number };

export type AirlockSettings = {
  readonly listens: Listening;
  /** The base address of the service, without a slash at its end. */
  readonly service: URL;
  /** Certificates of a private authority, as PEM text. */
  readonly ca?: string;
  readonly account: number;
  /** The Authorization header of the shop. */
  readonly authorization: string;
};

const NAMES = [
  "TICKETING_AIRLOCK",
  "TICKETING_URL",
  "TICKETING_USER",
  "TICKETING_PASSWORD",
  "TICKETING_ACCOUNT",
] as const;

/** Returns the settings, or a text with a line for each one that is missing or wrong. */
export function readAirlockSettings(
  environment: NodeJS.ProcessEnv = process.env,
  userId = process.getuid?.(),
): AirlockSettings | string {
  const missing = NAMES.filter((name) => !environment[name]).map((name) => `${name} is not set.`);
  if (missing.length > 0) return missing.join("\n");
  const { TICKETING_AIRLOCK = "", TICKETING_URL = "", TICKETING_ACCOUNT = "", TICKETING_CA } = environment;
  const { TICKETING_USER = "", TICKETING_PASSWORD = "" } = environment;
  const listens = listeningAt(TICKETING_AIRLOCK);
  const account = Number(TICKETING_ACCOUNT);
  const ca = TICKETING_CA ? readCertificates(TICKETING_CA) : undefined;
  const wrong = [
    ...(listens ? [] : ["TICKETING_AIRLOCK must be unix: with an absolute path, or http://127.0.0.1 with a port."]),
    ...(isService(TICKETING_URL) ? [] : ["TICKETING_URL must be an https: address without a credential or query."]),
    ...(Number.isSafeInteger(account) && account > 0 ? [] : ["TICKETING_ACCOUNT must be the number of the account."]),
    ...(TICKETING_USER.includes(":") ? ["TICKETING_USER must not contain a colon."] : []),
    ...(ca === "unreadable" ? [`TICKETING_CA: ${TICKETING_CA} cannot be read.`] : []),
    ...(environment.FOYER_ENVIRONMENT === "production" && userId === 0
      ? ["The airlock runs as root: start it as a user of its own."]
      : []),
  ];
  if (wrong.length > 0 || listens === undefined) return wrong.join("\n");
  return {
    listens,
    service: new URL(TICKETING_URL.replace(/\/+$/, "")),
    ...(ca !== undefined && { ca }),
    account,
    authorization: `Basic ${Buffer.from(`${TICKETING_USER}:${TICKETING_PASSWORD}`).toString("base64")}`,
  };
}

function listeningAt(address: string): Listening | undefined {
  const [, path] = /^unix:(\/.+)$/.exec(address) ?? [];
  if (path !== undefined) return { path };
  const [, host, port] = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):(\d{1,5})$/.exec(address) ?? [];
  return host === undefined ? undefined : { host: host.replace(/[[\]]/g, ""), port: Number(port) };
}

function isService(address: string): boolean {
  return URL.canParse(address) && /^https:\/\/[^@?#]+$/.test(address);
}

function readCertificates(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "unreadable";
  }
}
