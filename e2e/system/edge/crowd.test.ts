import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { until } from "#e2e/tools/until.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import { freePort } from "#scripts/lib/ports.ts";
import { createEnterableFolder, install, installNginx, startShippedEdge, withSite } from "#scripts/testing/edge.ts";
import { answered } from "./requests.ts";

const tls = await makeCertificates();
const ca = readFileSync(tls.ca);
const folder = createEnterableFolder(mkdtempSync(join(tmpdir(), "foyer-crowd-")));
after(() => {
  for (const made of [folder, tls.folder]) rmSync(made, { recursive: true, force: true });
});

/** The visitors of a carrier who have a page open. */
const CROWD = 1_500;

/** Starts a storefront that answers no request for a picture before `release`. */
async function startHoldingStorefront() {
  const held: ServerResponse[] = [];
  const server = createServer((request, answer) => {
    if (request.url?.startsWith("/pictures/")) held.push(answer);
    else answer.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    held,
    release: () => held.splice(0).forEach((answer) => void answer.end()),
    close: () => server.close().closeAllConnections(),
  };
}

/** Returns the line of docs/deploy.md, step 9, that begins so. */
function commandOf(beginning: string): string {
  const lines = readFileSync(fromRoot("docs", "deploy.md"), "utf8").split("\n");
  return lines.find((line) => line.trim().startsWith(beginning))?.trim() ?? assert.fail(`no ${beginning}`);
}
const SET = commandOf("sed --in-place 's/worker_connections");
const CHECK = commandOf("nginx -T");
/** As many as root may set in a container too. */
const FILES = ["32768", "17000"] as const;

for (const isInstalled of [false, true])
  test(`${isInstalled ? "1,500 visitors of one network, and others, are served" : "the control: Debian's own file refuses them"}, and the install says so`, async (t) => {
    const storefront = await startHoldingStorefront();
    const port = await freePort(0, new Set([storefront.port]));
    const site = {
      folder: join(folder, `edge-${isInstalled}`),
      name: "localhost",
      port,
      plainPort: await freePort(0, new Set([storefront.port, port])),
      storefronts: [storefront.port, storefront.port] as const,
      certificateFile: join(tls.folder, "server.pem"),
      keyFile: join(tls.folder, "server-key.pem"),
      readSeconds: 100,
    };
    const command = installNginx(site);
    const [file, modules] = [join(site.folder, "nginx.conf"), join(site.folder, "modules")];
    mkdirSync(modules);
    // On a machine with many cores, as many workers would share the crowd.
    install(file, file, [
      ["worker_processes auto", "worker_processes 1"],
      ["/etc/nginx/modules-enabled", modules],
    ]);
    const shell = (line: string, replacements: Parameters<typeof withSite>[1]) =>
      spawnSync("sh", ["-c", withSite(line, replacements)], { encoding: "utf8" });
    if (isInstalled) shell(SET, [["/etc/nginx/nginx.conf", file], ["/etc/nginx/modules-enabled", modules], FILES]);
    const edge = await startShippedEdge(command, site);
    t.after(() => Promise.all([edge, storefront].map((program) => program.close())));

    const { status } = shell(CHECK, [
      ["nginx -T", `/usr/sbin/nginx -T -c ${file} -e /dev/null`],
      ["pgrep --newest nginx", `pgrep --newest --parent "$(cat ${join(site.folder, "nginx.pid")})"`],
      FILES,
    ]);
    assert.equal(status === 0, isInstalled);

    const ask = async (path: string, localAddress: string) => {
      const sent = request(new URL(path, edge.url), { ca, agent: false, family: 4, localAddress });
      return (await answered(sent).catch(() => undefined))?.status;
    };
    let refused = 0;
    const crowd = Array.from({ length: CROWD }, async (_, at) => {
      const status = await ask(`/pictures/${at}`, `127.0.1.${1 + (at % 250)}`);
      if (status !== 200) refused += 1;
    });
    await until("each is held or refused", () => storefront.held.length + refused >= CROWD);
    if (!isInstalled) return assert.ok(refused > CROWD / 2, `${refused} refused`);
    assert.equal(refused, 0);
    assert.equal(await ask("/en/cart", "127.0.2.1"), 200, "the next network");
    storefront.release();
    await Promise.all(crowd);
    assert.equal(refused, 0);
  });
