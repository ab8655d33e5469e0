import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { freePort } from "#scripts/lib/ports.ts";
import { createEnterableFolder, installNginx, startShippedEdge } from "#scripts/testing/edge.ts";
import { installCaddy } from "./caddy.ts";
import { VISITORS } from "./edge-rules.ts";
import { answered, assertUnavailable, startRecordingStorefront } from "./requests.ts";

const tls = await makeCertificates();
const ca = readFileSync(tls.ca);
const folder = createEnterableFolder(mkdtempSync(join(tmpdir(), "foyer-hung-")));
after(() => {
  for (const made of [folder, tls.folder]) rmSync(made, { recursive: true, force: true });
});

/** Instead of the shipped 12. A write has the shipped 40. */
const READ_SECONDS = 3;

for (const installed of [installNginx, installCaddy])
  test(`${installed.name}: a read that a storefront never answers is answered by the other one, and a write never reaches it`, async () => {
    const [hung, other] = [await startRecordingStorefront(), await startRecordingStorefront()];
    const port = await freePort(0, new Set([hung.port, other.port]));
    const site = {
      folder: join(folder, installed.name),
      name: "localhost",
      port,
      plainPort: await freePort(0, new Set([hung.port, other.port, port])),
      storefronts: [hung.port, other.port] as const,
      certificateFile: join(tls.folder, "server.pem"),
      keyFile: join(tls.folder, "server-key.pem"),
      readSeconds: READ_SECONDS,
    };
    const edge = await startShippedEdge(installed(site), site);
    const ask = (method: string, path: string, visitor = {}) =>
      answered(request(new URL(path, edge.url), { ca, agent: false, method, ...visitor }));
    const sentTo = (storefront: typeof hung, method: string) =>
      storefront.received.filter((one) => one.method === method && one.path.startsWith("/en/")).map(({ path }) => path);
    let open = [edge, hung, other];
    try {
      hung.hang();
      const pages = VISITORS.map((visitor, at) => ask("GET", `/en/cart?${at}`, visitor));
      // Every other one is a page with a copy, whose form reserves.
      const paths = VISITORS.map((_, at) => (at % 2 === 0 ? `/en/cart?${at}` : `/en/events/${at}`));
      const given = new Set<number>();
      const forms = VISITORS.map(async (visitor, at) => {
        const answer = await ask("POST", paths[at] ?? "", visitor);
        given.add(at);
        return answer;
      });

      for (const { status } of await Promise.all(pages)) assert.equal(status, 200);
      const [atHung, atOther] = [sentTo(hung, "GET"), sentTo(other, "GET")];
      assert.ok(
        atHung.length > 0 && atHung.every((path) => atOther.includes(path)),
        "the control: some asked it first",
      );
      assert.equal(new Set(atOther).size, VISITORS.length);

      const lost = sentTo(hung, "POST");
      const isLost = (at: number) => lost.includes(paths[at] ?? "");
      assert.ok(lost.length > 0, "the control: some asked it");
      assert.deepEqual([...given].filter(isLost), [], "a write is still waited for");
      await hung.close();
      open = [edge, other];
      const answers = await Promise.all(forms);
      assert.deepEqual([...lost, ...sentTo(other, "POST")].toSorted(), paths.toSorted(), "each arrives once");
      for (const [at, answer] of answers.entries())
        if (isLost(at)) assertUnavailable(answer, `POST ${paths[at]}`);
        else assert.equal(answer.status, 200);
    } finally {
      await Promise.all(open.map((program) => program.close()));
    }
  });
