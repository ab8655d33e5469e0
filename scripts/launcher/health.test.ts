import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import { freePort } from "#scripts/lib/ports.ts";
import { childEnvironment, type Variables } from "#scripts/lib/run.ts";

const closed = { FOYER_PORT: String(await freePort(0)), PORT: String(await freePort(0)) };

/** Returns the exit code of the health check with these settings. */
function health(settings: Variables): Promise<number> {
  const env = childEnvironment([], { ...closed, ...settings });
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [fromRoot("scripts", "health.ts")], { env }, () =>
      resolve(child.exitCode ?? -1),
    );
  });
}

/** Starts a server that answers with this status at one path alone. Returns its port. */
async function listen(server: Server, path: string, status = 200): Promise<string> {
  server.on("request", ({ url }, response) => response.writeHead(url === path ? status : 404).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return String((server.address() as AddressInfo).port);
}

test("the health check of the image passes for each program, and fails where none answers", async (t) => {
  const { key, cert } = await makeCertificates();
  const servers = {
    storefront: createServer(),
    stopping: createServer(),
    service: createSecureServer({ key, cert }),
    worker: createServer(),
  };
  t.after(() => {
    for (const server of Object.values(servers)) server.close();
  });
  assert.equal(await health({ FOYER_PORT: await listen(servers.storefront, "/api/health") }), 0);
  assert.equal(await health({ FOYER_PORT: await listen(servers.stopping, "/api/health", 503) }), 0, "payments go on");
  assert.equal(await health({ PORT: await listen(servers.service, "/health") }), 0);
  const metrics = await listen(servers.worker, "/metrics");
  assert.equal(await health({ METRICS_ADDRESS: `0.0.0.0:${metrics}` }), 0);
  assert.equal(await health({ FOYER_PORT: metrics }), 1, "another program");
  assert.equal(await health({}), 1);
});

test("the image has this health check", () => {
  const file = readFileSync(fromRoot("deploy", "Containerfile"), "utf8");
  assert.match(file, /^HEALTHCHECK .*CMD \["node", "scripts\/health\.ts"\]$/m);
});
