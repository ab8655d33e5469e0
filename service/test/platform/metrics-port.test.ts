import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { test } from "node:test";
import { makeCertificates } from "#setup/certificates.ts";
import { freePort } from "#test/free-port.ts";
import { startMain } from "#test/start-main.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

test("a service answers Prometheus at its private port alone", async (t) => {
  const metricsPort = await freePort();
  const { port, ca } = await startMain(t, "api", { SERVICE_METRICS_PORT: String(metricsPort) });
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  assert.match(metrics.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  const text = await metrics.text();
  for (const metric of ["foyer_service_data_free_bytes", "foyer_service_certificate_end_timestamp_seconds"])
    assert.match(text, new RegExp(`^${metric} [1-9][\\d.e+]*$`, "m"));
  assert.doesNotMatch(text, /^foyer_service_state_readable/m, "the state is the worker's to read");
  assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/ready`)).status, 404);
  assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { method: "POST" })).status, 404);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  get({ host: "localhost", port, path: "/metrics", ca }, ({ statusCode }) => resolve(statusCode));
  assert.equal(await promise, 404);
});

test("the end of the certificate is that of the one that is served, not of the file", async (t) => {
  const metricsPort = await freePort();
  const { child, tls } = await startMain(t, "api", { SERVICE_METRICS_PORT: String(metricsPort) });
  const shownEnd = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^foyer_service_certificate_end_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  };
  const first = await shownEnd();
  rmSync(join(tls, "server.pem"));
  await makeCertificates(tls, new Date(Date.now() + DAY_MS));
  assert.equal(await shownEnd(), first);
  const renewed = once(child.stdout, "data");
  child.kill("SIGHUP");
  await renewed;
  const { validTo } = new X509Certificate(readFileSync(join(tls, "server.pem")));
  assert.equal(await shownEnd(), Date.parse(validTo) / 1_000);
  assert.notEqual(await shownEnd(), first);
});

test("a worker answers with the state that it reads from the database", async (t) => {
  const metricsPort = await freePort();
  await startMain(t, "worker", { WORKER_METRICS_PORT: String(metricsPort), SERVICE_METRICS_PORT: "1" });
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.match(text, /^foyer_service_state_readable 1$/m);
  assert.match(text, /^foyer_service_payments_open 0$/m);
  assert.match(text, /^foyer_service_database_connections\{state="total"\} \d+$/m);
});

test("without a port nothing is measured and nothing listens", async (t) => {
  const metricsPort = await freePort();
  await startMain(t, "api", { WORKER_METRICS_PORT: String(metricsPort) });
  await assert.rejects(fetch(`http://127.0.0.1:${metricsPort}/metrics`));
});
