import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** Complete settings of a storefront that calls no service. A test changes the settings that it tests. */
export const SETTINGS = {
  NODE_ENV: "test",
  FOYER_ENVIRONMENT: "sandbox",
  FOYER_ORIGIN: "http://localhost:4000",
  FOYER_DATA: "/nowhere",
  TICKETING_URL: "https://localhost:4001/v2",
  TICKETING_USER: "shop",
  TICKETING_PASSWORD: "a shop's password",
  TICKETING_ACCOUNT: "1",
  COOKIE_KEYS: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  LINK_KEYS: "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA",
  NEXTAUTH_SECRET: "thirty-two characters, or even more",
} as const;

/** Sets the settings of this process. They are read once, so this is called before the first one is read. */
export function applySettings(changes: Readonly<Record<string, string>> = {}): void {
  Object.assign(process.env, SETTINGS, changes);
}

/** Sets the settings of this process, with a data folder of its own. Returns the folder, which is removed after the tests of the file. */
export function applySettingsInFolder(changes: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "foyer-data-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  applySettings({ ...changes, FOYER_DATA: folder });
  return folder;
}

/** A ticketing service that a test has started, with the credential of its shop. */
type StartedService = {
  readonly url: string;
  readonly ca: string;
  readonly user: string;
  readonly password: string;
  readonly accountId: number;
  readonly currency: string;
};

/** Returns the settings of a storefront in front of this service. */
export function settingsInFrontOf({ url, ca, user, password, accountId, currency }: StartedService) {
  return {
    TICKETING_URL: url,
    TICKETING_CA: ca,
    TICKETING_USER: user,
    TICKETING_PASSWORD: password,
    TICKETING_ACCOUNT: String(accountId),
    CURRENCY: currency,
  };
}
