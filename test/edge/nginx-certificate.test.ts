import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { TLSSocket } from "node:tls";
import { makeCertificates } from "#test/tools/certificates.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { freePort } from "#tools/lib/ports.ts";
import { installNginx } from "#tools/testing/edge/nginx.ts";
import { createEnterableFolder, startShippedEdge } from "#tools/testing/edge/shipped-edge.ts";
import { startRecordingStorefront } from "./recording-storefront.ts";

const VISITORS = 6;
/** How often each certificate is met by one more visitor, while the others go on. */
const EACH = 20;
const TRIES_MAX = 1_200;

test("a new certificate of the edge reaches new connections, and fails no request before, during and after", async () => {
  const folder = createEnterableFolder(mkdtempSync(join(tmpdir(), "foyer-edge-")));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [old, fresh] = [await makeCertificates(), await makeCertificates()];
  for (const { folder: made } of [old, fresh]) after(() => rmSync(made, { recursive: true, force: true }));
  const storefront = await startRecordingStorefront();
  after(storefront.close);
  const taken = new Set([storefront.port]);
  const port = await freePort(0, taken);
  const site = {
    ...{ folder: join(folder, "edge"), name: "localhost", port },
    plainPort: await freePort(0, taken.add(port)),
    storefronts: [storefront.port, storefront.port] as const,
    certificateFile: join(folder, "tickets.pem"),
    keyFile: join(folder, "tickets-key.pem"),
  };
  const putInPlace = (made: string) => {
    copyFileSync(join(made, "server.pem"), site.certificateFile);
    copyFileSync(join(made, "server-key.pem"), site.keyFile);
  };
  putInPlace(old.folder);
  const command = installNginx(site);
  const edge = await startShippedEdge(command, site);
  after(edge.close);
  const ca = [old, fresh].map(({ ca: file }) => readFileSync(file, "utf8"));

  /** Sends a request over a connection of its own. `during` is called while the edge waits for its body. */
  function ask(path: string, during?: () => Promise<void>): Promise<string> {
    return new Promise((resolve, reject) => {
      let fingerprint = "";
      const asking = request(new URL(path, edge.url), { ca, agent: false, method: during ? "POST" : "GET" });
      asking.on("response", (answer) => {
        fingerprint = (answer.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 ?? "";
        answer.resume().on("end", () => resolve(`${answer.statusCode} ${fingerprint}`));
      });
      asking.on("error", reject);
      if (during === undefined) return void asking.end();
      asking.write("half", () => void during().then(() => asking.end("half"), reject));
    });
  }

  const answerWith = ({ cert }: { readonly cert: Buffer }) => `200 ${new X509Certificate(cert).fingerprint256}`;
  let isOver = false;
  const answers: string[] = [];
  const visits = Array.from({ length: VISITORS }, async (_, visitor) => {
    for (let at = 0; !isOver; at += 1) answers.push(await ask(`/en/cart?visitor-${visitor}-${at}`));
  });
  const seen = async (answer: string, times = EACH) => {
    for (let more = times, tries = 0; more > 0; tries += 1) {
      assert.ok(tries < TRIES_MAX, `new connections get ${answer}`);
      const next = await ask("/en/cart?probe");
      if (next === answer) more -= 1;
      answers.push(next);
    }
  };

  await seen(answerWith(old));
  const underWay = await ask("/en/cart?under-way", async () => {
    putInPlace(fresh.folder);
    const [, file = ""] = command.parameters;
    execFileSync("nginx", ["-c", file, "-s", "reload"], {
      env: childEnvironment([], { PATH: "/usr/sbin:/usr/bin" }),
      stdio: "ignore",
    });
    await seen(answerWith(fresh), 1);
  });
  await seen(answerWith(fresh));
  isOver = true;
  await Promise.all(visits);

  assert.equal(underWay, answerWith(old), "a request that was under way ends on its connection");
  assert.deepEqual(new Set(answers), new Set([answerWith(old), answerWith(fresh)]));
  assert.equal(await ask("/en/cart?last"), answerWith(fresh));
});
