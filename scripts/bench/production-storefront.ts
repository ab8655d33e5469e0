import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { freePort, probe } from "#scripts/lib/ports.ts";

/** Who owns nothing. Production refuses to run as root. */
const NOBODY = 65_534;
const READY_MS = 60_000;
const POLL_MS = 100;

const key = () => randomBytes(32).toString("base64url");

/**
 * Starts a second storefront with the settings of a sandbox's own one, but for production: only production is for search engines, and
 * its pages have no banner. No edge stands in front of it. `close` stops it, and removes its data.
 */
export async function startProductionStorefront(ofSandbox: NodeJS.ProcessEnv, sandboxCa: string) {
  const data = mkdtempSync(join(tmpdir(), "foyer-bench-production-"));
  const ca = join(data, "ca.pem");
  copyFileSync(sandboxCa, ca);
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (identity.uid !== undefined) for (const path of [data, ca]) chownSync(path, NOBODY, NOBODY);
  const host = `localhost:${await freePort(0)}`;
  const url = `http://${host}`;
  const { FOYER_PAYMENTS: _fake, TEST_CARDS: _cards, EMBED_ORIGINS: _any, ...settings } = ofSandbox;
  const parameters = ["--dns-result-order=ipv4first", fromRoot("server.ts"), "-p", new URL(url).port];
  const storefront = spawn(process.execPath, parameters, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    ...identity,
    env: {
      ...settings,
      FOYER_ENVIRONMENT: "production",
      FOYER_ORIGIN: `https://${host}`,
      FOYER_DATA: data,
      TICKETING_CA: ca,
      TRUSTED_HOPS: "1",
      COOKIE_KEYS: key(),
      LINK_KEYS: key(),
      NEXTAUTH_SECRET: key(),
    },
  });

  async function close(): Promise<void> {
    if (storefront.exitCode === null && storefront.kill("SIGTERM")) await once(storefront, "exit");
    rmSync(data, { recursive: true, force: true });
  }

  const until = Date.now() + READY_MS;
  while ((await probe(`${url}/api/ready`)) !== 200) {
    if (storefront.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error("The storefront of production is not ready.");
    }
    await pause(POLL_MS);
  }
  return { url, close };
}
