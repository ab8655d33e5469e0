import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProductionSystem, Serving } from "#e2e/system/production/system.ts";
import { copyOfTree } from "#e2e/tools/copy-of-tree.ts";
import { freePort, probe } from "#scripts/lib/ports.ts";
import { childEnvironment, lastLines, run, type Variables } from "#scripts/lib/run.ts";
import { type EdgeSite, installNginx, startShippedEdge } from "#scripts/testing/edge.ts";
import type { SaleReport } from "./open-pages.ts";

/** Starts Debian's nginx with the shipped file in front of the ports of two storefronts, which the caller starts. */
export async function openBehindNginx(system: ProductionSystem, own: Pick<EdgeSite, "copies"> = {}) {
  const { ports, tls, ca, settings } = system;
  const taken = new Set<number>(Object.values(ports));
  async function nextPort(): Promise<number> {
    const port = await freePort(0, taken);
    taken.add(port);
    return port;
  }
  const storefronts = [await nextPort(), await nextPort()] as const;
  const site = {
    folder: join(system.data, "nginx"),
    name: "localhost",
    port: ports.edge,
    plainPort: await nextPort(),
    storefronts,
    certificateFile: join(tls, "server.pem"),
    keyFile: join(tls, "server-key.pem"),
    ...own,
  };
  const nginx = installNginx(site, { trustsCaller: true });
  const edge = await startShippedEdge(nginx, site);

  async function startStorefront(build: string, port: number, own: Variables = {}): Promise<Serving> {
    const serving = system.run([join(build, "scripts", "serve.ts"), "storefront"], { ...environment(port), ...own });
    await system.untilReady(serving, `http://127.0.0.1:${port}/api/ready`);
    return serving;
  }

  const environment = (port: number) => ({
    ...settings.storefront,
    FOYER_HOST: "127.0.0.1",
    FOYER_PORT: `${port}`,
    DRAIN_SECONDS: "2",
  });

  /** Returns the ledger's numbers of each kind of entry, and of attempts. */
  async function ledgerSums() {
    const entries = await system.ledger();
    const of = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
    return {
      attempts: new Set(entries.map(({ attempt }) => attempt)).size,
      captures: of("capture"),
      others: entries.length - of("authorisation") - of("capture"),
    };
  }

  let seen = 0;

  /** Returns the lines of the edge's log with an answer of 500 and more since the last call. */
  function failedAtEdge(): readonly string[] {
    const lines = readFileSync(join(site.folder, "log", "foyer.log"), "utf8")
      .trim()
      .split("\n");
    const failed = lines.slice(seen).filter((line) => Number(/"status":(\d+)/.exec(line)?.[1]) >= 500);
    seen = lines.length;
    return failed;
  }

  /** Asserts that each purchase of a sale was paid and charged once, and that no request failed; `before` are the sums before it. */
  async function expectAllPaid(report: SaleReport, before: Awaited<ReturnType<typeof ledgerSums>>): Promise<void> {
    assert.deepEqual(report.failures, []);
    assert.equal(report.paid, report.begun);
    assert.deepEqual(failedAtEdge(), []);
    const { attempts, captures, others } = await ledgerSums();
    assert.deepEqual(
      [attempts - before.attempts, captures - before.captures, others - before.others],
      [report.paid, report.paid, 0],
      "each purchase has one attempt with one capture, and nothing was voided or refunded",
    );
  }

  return {
    site,
    edge,
    /** Has nginx read its files again, as `systemctl reload nginx` does. */
    reloadEdge: () => execFileSync(nginx.program, [...nginx.parameters, "-s", "reload"]),
    storefronts,
    shop: { origin: edge.url, ca: readFileSync(ca, "utf8") },
    nextPort,
    environment,
    startStorefront,
    ledgerSums,
    failedAtEdge,
    expectAllPaid,
  };
}

const ASK_MS = 100;

type Balancer = {
  readonly port: number;
  /** The ports of the services. */
  readonly services: readonly number[];
  /** The file with the services' certificate authority. */
  readonly ca: string;
};

/**
 * Starts a balancer of connections before several services. Each new connection goes in turn to one of those that have
 * answered 200 at /ready; TLS passes through.
 */
export async function startBalancer({ port, services, ca }: Balancer) {
  let ready: readonly number[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const ask = async () => {
    const answers = await Promise.all(services.map((service) => probe(`https://localhost:${service}/ready`, ca)));
    ready = services.filter((_, at) => answers[at] === 200);
  };
  // Once the services are gone, so may be the authority's file.
  const asking = setInterval(() => void ask().catch(() => undefined), ASK_MS);

  const server = createServer((socket) => {
    turn += 1;
    const target = ready[turn % ready.length];
    if (target === undefined) return void socket.destroy();
    const service = connect({ port: target, host: "localhost" });
    for (const [one, other] of [
      [socket, service],
      [service, socket],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => open.delete(one));
      one.pipe(other);
    }
  });
  server.listen(port, "localhost");
  await once(server, "listening");

  return {
    close(): void {
      clearInterval(asking);
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

const DETAILS = join("app", "[locale]", "(shop)", "checkout");

/**
 * Builds the next release of the shop in a folder of its own, with the same key of server actions: the file of the action
 * of the details form has moved, and every other action is where it was. Returns the folder, which the caller removes.
 */
export function buildNextRelease(actionsKey: string): Promise<string> {
  return buildCopy(actionsKey, moveDetailsAction);
}

/** Builds the shop in a folder of its own, with this key of server actions. Returns the folder, which the caller removes. */
export async function buildCopy(actionsKey: string, change: (release: string) => void = () => {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-release-"));
  // The user of the storefront passes through it.
  chmodSync(folder, 0o755);
  const release = copyOfTree(join(folder, "2"));
  change(release);
  const env = childEnvironment([], { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey });
  const { code, output } = await run(process.execPath, [join(release, "scripts", "build.ts")], { cwd: release, env });
  assert.equal(code, 0, lastLines(output));
  return release;
}

function moveDetailsAction(release: string): void {
  renameSync(join(release, DETAILS, "actions.ts"), join(release, DETAILS, "details-action.ts"));
  const page = join(release, DETAILS, "page.tsx");
  const text = readFileSync(page, "utf8");
  const moved = text.replace('"./actions.ts"', '"./details-action.ts"');
  assert.notEqual(moved, text, "the page of the details imports its action");
  writeFileSync(page, moved);
}

/** Returns the ids of a build's server actions by their names. */
export function actionIds(folder: string): ReadonlyMap<string, string> {
  const manifest = join(folder, ".next", "server", "server-reference-manifest.json");
  // The framework defines this shape.
  const { node } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly node: Readonly<Record<string, { readonly exportedName: string }>>;
  };
  return new Map(Object.entries(node).map(([id, { exportedName }]) => [exportedName, id]));
}
