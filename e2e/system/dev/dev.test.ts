import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { chromium, expect } from "@playwright/test";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";
import { copyOfTree } from "#e2e/tools/copy-of-tree.ts";
import { readJson } from "#scripts/lib/files.ts";
import { freePort, probe } from "#scripts/lib/ports.ts";
import type { SandboxAddresses } from "#scripts/sandbox/addresses.ts";
import { installedBrowser } from "#scripts/testing/find-browser.ts";

const READY_MS = 240_000;
/** A page is compiled on its first request. */
const COMPILED_MS = 120_000;
/** The programs notice by themselves that the one that started them was killed. */
const ENDED_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), "foyer-dev-"));
// Started by root, the database runs as another user: where that cannot enter, it is elsewhere and would be left there.
chmodSync(folder, 0o711);
after(() => rmSync(folder, { recursive: true, force: true }));

test("npm run dev shows a saved component, restarts the service, and leaves nothing running", async (context) => {
  const tree = copyOfTree(join(folder, "tree"));
  const data = join(folder, "data");
  const dev = await startDev(tree, data);
  context.after(() => dev.kill("SIGKILL"));
  const { storefront, service, ca, shopUser, shopPassword } =
    readJson<SandboxAddresses>(join(data, "addresses.json")) ?? assert.fail("no address");

  const browser = await chromium.launch({
    executablePath: installedBrowser(process.execPath) ?? assert.fail("no browser"),
  });
  context.after(() => browser.close());
  const page = await browser.newPage();
  const refusals: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refusals.push(message.text());
  });
  await page.goto(`${storefront}/en/cart`, { timeout: COMPILED_MS });
  // While a page is not yet hydrated, Next's development server may tell it of a change that it then does not show.
  await untilHydrated(page.getByRole("button", { name: "Email me my tickets" }), { timeout: COMPILED_MS });

  replace(join(tree, "components", "site", "site-header.tsx"), "</header>", "<p>Saved a moment ago</p></header>");
  await expect(page.getByText("Saved a moment ago")).toBeVisible({ timeout: COMPILED_MS });
  assert.deepEqual(refusals, []);

  const document = join(tree, "service", "src", "platform", "http", "openapi", "document.ts");
  replace(document, '"Ticketing service"', '"Ticketing service, saved"');
  const httpCredentials = { username: shopUser, password: shopPassword, send: "always" } as const;
  const { request } = await browser.newContext({ ignoreHTTPSErrors: true, httpCredentials });
  const title = async () => {
    const answer = await request.get(`${service}/openapi.json`).catch(() => undefined);
    return answer && (await answer.json()).info?.title;
  };
  await expect.poll(title, { timeout: COMPILED_MS }).toBe("Ticketing service, saved");

  await browser.close();
  dev.kill("SIGKILL");
  await expect.poll(() => probe(`${storefront}/api/health`), { timeout: ENDED_MS }).toBe(0);
  await expect.poll(() => probe(`${service}/docs`, ca), { timeout: ENDED_MS }).toBe(0);
});

/** Starts the command on free ports and waits until it says that it is ready. */
async function startDev(tree: string, data: string) {
  const { E2E_ADDRESS: _address, ...inherited } = process.env;
  const dev = spawn(process.execPath, [join(tree, "scripts", "dev.ts")], {
    cwd: tree,
    env: {
      ...inherited,
      FOYER_DATA: data,
      FOYER_PORT: String(await freePort(0)),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed: string[] = [];
  const late = setTimeout(() => dev.kill("SIGTERM"), READY_MS);
  for await (const line of createInterface({ input: dev.stdout })) {
    printed.push(line);
    if (line.startsWith("Ctrl-C")) {
      clearTimeout(late);
      return dev;
    }
  }
  clearTimeout(late);
  const faults = await dev.stderr.setEncoding("utf8").toArray();
  return assert.fail([...printed, ...faults].join("\n"));
}

function replace(file: string, before: string, now: string): void {
  const source = readFileSync(file, "utf8");
  assert.ok(source.includes(before), `${file} has ${before}`);
  writeFileSync(file, source.replace(before, now));
}
