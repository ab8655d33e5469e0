import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEdge } from "#e2e/tools/edge.ts";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { freePort, probe } from "#scripts/lib/ports.ts";

/** Who owns nothing. Production refuses to run as root. */
const NOBODY = 65_534;
const READY_MS = 60_000;
const POLL_MS = 100;

const key = () => randomBytes(32).toString("base64url");

/**
 * Starts a second storefront with the settings of a sandbox's own one, but for production, behind an edge with TLS: only production is for
 * search engines. `close` stops both, and removes its data.
 */
export async function startProductionStorefront(ofSandbox: NodeJS.ProcessEnv, sandboxCa: string) {
  const data = mkdtempSync(join(tmpdir(), "foyer-bench-production-"));
  const ca = join(data, "ca.pem");
  copyFileSync(sandboxCa, ca);
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (identity.uid !== undefined) for (const path of [data, ca]) chownSync(path, NOBODY, NOBODY);
  const target = `http://localhost:${await freePort(0)}`;
  const fileOf = (name: string) => readFileSync(join(dirname(sandboxCa), name));
  const edge = await startEdge({ target, key: fileOf("server-key.pem"), cert: fileOf("server.pem") });
  const { FOYER_PAYMENTS: _fake, TEST_CARDS: _cards, EMBED_ORIGINS: _any, ...settings } = ofSandbox;
  const parameters = ["--dns-result-order=ipv4first", fromRoot("server.ts"), "-p", new URL(target).port];
  const storefront = spawn(process.execPath, parameters, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    ...identity,
    env: {
      ...settings,
      FOYER_ENVIRONMENT: "production",
      FOYER_ORIGIN: edge.url,
      FOYER_DATA: data,
      TICKETING_CA: ca,
      TRUSTED_HOPS: "1",
      COOKIE_KEYS: key(),
      LINK_KEYS: key(),
      NEXTAUTH_SECRET: key(),
    },
  });

  async function close(): Promise<void> {
    edge.close();
    if (storefront.exitCode === null && storefront.kill("SIGTERM")) await once(storefront, "exit");
    rmSync(data, { recursive: true, force: true });
  }

  const until = Date.now() + READY_MS;
  while ((await probe(`${target}/api/ready`)) !== 200) {
    if (storefront.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error("The storefront of production is not ready.");
    }
    await pause(POLL_MS);
  }
  return { url: edge.url, close };
}
