import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { until } from "#e2e/tools/until.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import { freePort } from "#scripts/lib/ports.ts";

const DAY_SECONDS = 24 * 60 * 60;

const { folder, key, cert, ca } = await makeCertificates();
let status = 200;
const edge = createServer({ key, cert }, (_request, response) => response.writeHead(status).end("<!doctype html>"));
await once(edge.listen(0, "127.0.0.1"), "listening");
const { port } = Object(edge.address());
const shop = `https://localhost:${port}/en`;
after(() => {
  edge.close();
  rmSync(folder, { recursive: true });
});

/** Starts Debian's exporter with the shipped file. It trusts this authority alone. Returns what it says of an address. */
async function startExporter(authority: string) {
  const address = `127.0.0.1:${await freePort(0)}`;
  const file = fromRoot("deploy", "prometheus", "blackbox.yml");
  const child = spawn("prometheus-blackbox-exporter", [`--config.file=${file}`, `--web.listen-address=${address}`], {
    env: { ...process.env, SSL_CERT_FILE: authority, SSL_CERT_DIR: join(folder, "none") },
    stdio: "ignore",
  });
  after(() => child.kill());
  await until("the exporter is up", () =>
    fetch(`http://${address}/-/healthy`).then(
      () => true,
      () => false,
    ),
  );
  return async (target: string) => {
    const text = await (await fetch(`http://${address}/probe?module=page&target=${target}`)).text();
    return (metric: string) => {
      const [, value] = new RegExp(`^${metric} (\\S+)$`, "m").exec(text) ?? [];
      return value === undefined ? undefined : Number(value);
    };
  };
}

test("the look from outside sees the page, the end of the certificate, a name that is not there, and an edge without a shop", async () => {
  const look = await startExporter(ca);
  const good = await look(shop);
  assert.equal(good("probe_success"), 1);
  const days = ((good("probe_ssl_earliest_cert_expiry") ?? 0) - Date.now() / 1_000) / DAY_SECONDS;
  assert.ok(days > 29 && days < 31, `${days} days`);

  status = 503;
  const away = await look(shop);
  assert.deepEqual([away("probe_success"), away("probe_ip_protocol")], [0, 4]);
  status = 200;

  // A label of a name has 63 letters at most, so no name server is asked.
  const unknown = await look(`https://${"a".repeat(64)}.example/en`);
  assert.deepEqual([unknown("probe_success"), unknown("probe_ip_protocol")], [0, 0]);
});

test("a certificate that browsers do not trust is no answer", async () => {
  const none = join(folder, "none.pem");
  writeFileSync(none, "");
  assert.equal((await (await startExporter(none))(shop))("probe_success"), 0);
});

test("the configuration of another machine has the look from outside alone", () => {
  const [, script = ""] =
    /^(sed '\/job_name: storefront\/.*?) > /m.exec(readFileSync(fromRoot("docs", "metrics.md"), "utf8")) ?? [];
  const made = spawnSync("sh", ["-c", script], { cwd: fromRoot(), encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const jobs = [...made.stdout.matchAll(/job_name: (\w+)/g)].map(([, name]) => name);
  assert.deepEqual(jobs, ["outside"]);
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, made.stdout);
  writeFileSync(join(folder, "alerts.yml"), readFileSync(fromRoot("deploy", "prometheus", "alerts.yml")));
  const { status: result, stdout, stderr } = spawnSync("promtool", ["check", "config", file], { encoding: "utf8" });
  assert.equal(result, 0, `${stdout}${stderr}`);
});
