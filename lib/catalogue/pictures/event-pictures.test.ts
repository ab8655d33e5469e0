import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import { inAnotherProcess } from "#e2e/tools/another-process.ts";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { findPicture } from "./event-pictures.ts";
import { PHONE_BYTES_MAX, pictureCopy, pictureJpeg } from "./picture-copies.ts";
import { hashOf, keepOriginal, readStored, removeBeyond } from "./stored-pictures.ts";

const certificates = await makeCertificates();
/** How long to wait for background work on a busy machine. */
const ENOUGH = { timeout: 30_000 };
let requests = 0;
let listener: RequestListener = (_request, response) => response.end();
const server = createServer({ key: certificates.key, cert: certificates.cert }, (request, response) => {
  requests += 1;
  listener(request, response);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
const data = await mkdtemp(join(tmpdir(), "foyer-pictures-"));
const settings = { FOYER_DATA: data, TICKETING_URL: `${origin}/v2`, TICKETING_CA: certificates.ca };
applySettings(settings);

after(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all([data, certificates.folder].map((folder) => rm(folder, { recursive: true })));
});

/** A picture full of noise is the hardest to make small. */
const noise = await sharp({
  create: {
    width: 1500,
    height: 600,
    channels: 3,
    background: "#000",
    noise: { type: "gaussian", mean: 128, sigma: 60 },
  },
})
  .withExif({ IFD0: { Copyright: "a name that is not published" } })
  .jpeg()
  .toBuffer();

const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>';

test("fetches a picture once for concurrent pages, and keeps it over a restart", async () => {
  listener = (_request, response) => response.end(noise);
  const before = requests;
  const heroImageUrl = `${origin}/noise.jpg`;
  const found = await Promise.all([1, 2, 3].map(() => findPicture({ heroImageUrl }, 5_000)));
  const picture = { hash: hashOf(noise), width: 1500, height: 600 };
  for (const one of found) assert.deepEqual(one, { picture });
  assert.deepEqual(await findPicture({ heroImageUrl }), { picture });
  assert.equal(requests, before + 1);
  const program = `import { findPicture } from "#lib/catalogue/pictures/event-pictures.ts";
    console.log(JSON.stringify(await findPicture({ heroImageUrl: "${heroImageUrl}" })));`;
  assert.deepEqual(JSON.parse(inAnotherProcess(program, settings)), { picture });
  assert.equal(requests, before + 1);
});

test("a slow server keeps no page waiting, and its picture is there for the next one", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
  listener = (_request, response) => resolve(response);
  const heroImageUrl = `${origin}/slow.jpg`;
  assert.deepEqual(await findPicture({ heroImageUrl }, 20), { isPending: true });
  (await asked).end(noise);
  assert.equal((await findPicture({ heroImageUrl }, 5_000)).picture?.hash, hashOf(noise));
});

test("an unusable picture is not shown, and its address is not requested again for a while", async () => {
  listener = (_request, response) => response.end("<svg/>");
  const heroImageUrl = `${origin}/broken.svg`;
  const before = requests;
  assert.deepEqual(await findPicture({ heroImageUrl }, 5_000), {});
  assert.deepEqual(await findPicture({ heroImageUrl }, 5_000), {});
  assert.equal(requests, before + 1);
  assert.deepEqual(await findPicture({}), {});
});

for (const [what, answer] of [
  ["an address that is not found", (response) => response.writeHead(404).end(noise)],
  [
    "a page that is called a picture",
    (response) => response.setHeader("Content-Type", "image/jpeg").end("<!doctype html>"),
  ],
  ["an SVG with a script", (response) => response.setHeader("Content-Type", "image/svg+xml").end(SCRIPT)],
  ["half of a picture", (response) => response.end(noise.subarray(0, noise.length / 2))],
  ["a redirect to a private address", (response) => response.writeHead(302, { Location: "https://127.0.0.1/" }).end()],
  ["a connection that breaks", (response) => response.socket?.destroy()],
] as const satisfies readonly (readonly [string, (response: ServerResponse) => void])[]) {
  test(`${what} leaves the generated poster`, async () => {
    listener = (_request, response) => answer(response);
    const heroImageUrl = `${origin}/${encodeURIComponent(what)}.jpg`;
    const stored = () => readdir(join(data, "storefront", "pictures")).catch(() => []);
    const before = await stored();
    assert.deepEqual(await findPicture({ heroImageUrl }, 5_000), {});
    assert.deepEqual(await stored(), before, "nothing of it is kept");
  });
}

test("another picture at the same address replaces the first after an hour, and a failure does not remove it", async (t) => {
  listener = (_request, response) => response.setHeader("ETag", '"first"').end(noise);
  const heroImageUrl = `${origin}/changes.jpg`;
  const shown = async () => (await findPicture({ heroImageUrl }, 5_000)).picture?.hash;
  assert.equal(await shown(), hashOf(noise));
  const other = await sharp(noise).flip().jpeg().toBuffer();
  const asked: unknown[] = [];
  listener = ({ headers }, response) => {
    asked.push(headers["if-none-match"]);
    response.end(other);
  };
  assert.equal(await shown(), hashOf(noise));
  assert.deepEqual(asked, [], "within the hour the address is not asked");

  const hours = (count: number) => t.mock.timers.setTime(start + count * 60 * 60 * 1000);
  const start = Date.now() + 1_000;
  t.mock.timers.enable({ apis: ["Date"], now: start });
  hours(1);
  assert.equal(await shown(), hashOf(noise), "no page waits for the second request");
  await t.waitFor(async () => assert.equal(await shown(), hashOf(other)), ENOUGH);
  assert.deepEqual(asked, ['"first"']);

  let failures = 0;
  listener = (_request, response) => {
    failures += 1;
    response.writeHead(500).end();
  };
  hours(3);
  // The request before this one may still be finishing: until then the address is not asked again.
  await t.waitFor(async () => {
    assert.equal(await shown(), hashOf(other));
    assert.ok(failures > 0);
  }, ENOUGH);
  assert.equal(await shown(), hashOf(other));
});

test("only a sandbox reaches the service at a private address", () => {
  const program = `import { findPicture } from "#lib/catalogue/pictures/event-pictures.ts";
    console.log(JSON.stringify(await findPicture({ heroImageUrl: "${origin}/production.jpg" })));`;
  const before = requests;
  const output = inAnotherProcess(program, { ...settings, FOYER_ENVIRONMENT: "uat" });
  assert.match(output, /an unusual port|not public/);
  assert.equal(output.trim().split("\n").at(-1), "{}");
  assert.equal(requests, before);
});

for (const format of ["avif", "webp"] as const) {
  test(`a phone's copy as ${format} has at most 60 KB and no metadata`, async () => {
    const copy = (await pictureCopy(hashOf(noise), 1080, format)) ?? assert.fail();
    assert.ok(copy.length <= PHONE_BYTES_MAX, `${copy.length} bytes`);
    const { width, exif, format: decoded } = await sharp(copy).metadata();
    assert.deepEqual(
      { width, exif, decoded },
      { width: 1080, exif: undefined, decoded: format === "avif" ? "heif" : format },
    );
    assert.ok((await readdir(join(data, "storefront", "pictures", hashOf(noise)))).includes(`1080.${format}`));
  });
}

test("a copy for documents fills its box, and a picture that is not stored has none", async () => {
  const { width, height, format } = await sharp(
    await pictureJpeg(hashOf(noise), { width: 420, height: 420 }),
  ).metadata();
  assert.deepEqual({ width, height, format }, { width: 420, height: 420, format: "jpeg" });
  assert.equal(await pictureCopy("0".repeat(32), 360, "avif"), undefined);
  assert.equal(await pictureJpeg("0".repeat(32), { width: 420, height: 420 }), undefined);
});

test("removes the pictures that were not shown for the longest time", async () => {
  await keepOriginal("a".repeat(32), new Uint8Array(1_000));
  await keepOriginal("b".repeat(32), new Uint8Array(1_000));
  await removeBeyond(1_500, "b".repeat(32));
  assert.equal(await readStored("a".repeat(32)), undefined);
  assert.equal((await readStored("b".repeat(32)))?.length, 1_000);
});
