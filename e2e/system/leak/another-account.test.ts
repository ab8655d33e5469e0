import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startBuilt } from "#e2e/tools/built-storefront.ts";
import { fetchStorefront } from "#e2e/tools/fetch-storefront.ts";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { freePort } from "#scripts/lib/ports.ts";

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><path d="M0 0h90v30z"/></svg>';

/** The name and the colour of the account for which the storefront was built. */
const FIRST_ACCOUNT = /Foyer|#4f46e5/i;

test("one build serves another account by its settings, and shows nothing of the first", async () => {
  const fixture = await startFixtureService();
  const folder = await mkdtemp(join(tmpdir(), "foyer-another-"));
  const logo = join(folder, "logo.svg");
  await writeFile(logo, LOGO);
  const port = await freePort(0);
  const { base, child, listens } = startBuilt(port, {
    FOYER_DATA: folder,
    TICKETING_URL: fixture.url,
    TICKETING_CA: fixture.ca,
    BRAND_NAME: "Ōtākaro Arts",
    BRAND_COLOUR: "#ffe600",
    BRAND_LOGO: logo,
    BRAND_HEADER: "accent",
    SUPPORT_EMAIL: "help@otakaro.example",
  });
  after(async () => {
    child.kill("SIGKILL");
    await fixture.close();
    await rm(folder, { recursive: true, force: true });
  });
  assert.match("--accent-fill-l:#4F46E5", FIRST_ACCOUNT);
  fixture.behave(answers([]));
  const ask = (path: string) => fetchStorefront(base, { path, headers: { "accept-encoding": "identity" } });
  assert.equal(await listens(AbortSignal.timeout(60_000)), true, "the storefront did not start");

  for (const path of [
    "/en",
    "/ar",
    "/en/cart",
    "/de/nowhere",
    "/manifest.webmanifest",
    "/brand/icon.svg",
    "/brand.css",
  ]) {
    const { body } = await ask(path);
    assert.doesNotMatch(body.toString(), FIRST_ACCOUNT, `${path} shows the first account`);
  }
  const page = (await ask("/en")).body.toString();
  assert.match(page, /<img src="\/brand\/logo" alt="Ōtākaro Arts"/);
  assert.match(page, /help@otakaro\.example/);
  assert.match(page, /<meta name="theme-color" content="#ffe600"/);
  assert.match((await ask("/brand.css")).body.toString(), /--accent-fill-l:#ffe600/);
  assert.equal((await ask("/brand/logo")).body.toString(), LOGO);
  assert.equal((await ask("/brand/logo-dark")).status, 404);
  assert.equal((await ask("/brand/logo")).headers["content-type"], "image/svg+xml");
  for (const side of [180, 192, 512]) {
    const { body } = await ask(`/brand/icon-${side}.png`);
    assert.deepEqual(
      [body.toString("latin1", 1, 4), body.readUInt32BE(16), body.readUInt32BE(20)],
      ["PNG", side, side],
    );
  }
  child.kill("SIGTERM");
  await once(child, "exit");
});
