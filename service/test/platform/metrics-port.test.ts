import assert from "node:assert/strict";
import { get } from "node:https";
import { test } from "node:test";
import { freePort } from "#test/free-port.ts";
import { startMain } from "#test/start-main.ts";

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
