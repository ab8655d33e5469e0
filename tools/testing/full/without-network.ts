import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { readJson } from "#tools/lib/json-file.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { freePort } from "#tools/lib/ports.ts";
import { probe } from "#tools/lib/probe.ts";
import { run } from "#tools/lib/run.ts";
import { print } from "#tools/lib/terminal.ts";
import type { SandboxAddresses } from "#tools/sandbox/sandbox-types.ts";

// Runs in a network namespace without a way out: a start, the unit tests and the smoke tests.

const INSIDE = "--inside";
const PASSED_ON = ["CI", "E2E_BROWSER", "FOYER_SEED"];
/** An address that any machine with a network can route to. Nothing is sent to it. */
const ELSEWHERE = { host: "1.1.1.1", port: 443 };
const READY_MS = 300_000;

/**
 * The loopback device, and an interface that leads nowhere. With the loopback device alone Chromium is offline
 * (`navigator.onLine`), and the storefront then sends no form.
 */
const INTERFACES = [
  "ip link set lo up",
  "ip link add nowhere0 type veth peer name nowhere1",
  "ip addr add 192.0.2.1/24 dev nowhere0",
  "ip link set nowhere0 up",
  "ip link set nowhere1 up",
].join(" && ");

type Check = readonly [name: string, work: () => Promise<boolean>];

/** Returns how this machine creates a network namespace, or why it cannot. */
function namespaceProgram(): readonly string[] | string {
  if (process.platform !== "linux") return `there are no network namespaces on ${process.platform}`;
  if (spawnSync("ip", ["-V"]).status !== 0) return "there is no program `ip`";
  for (const options of [["-n"], ["-rn"]])
    if (spawnSync("unshare", [...options, "true"]).status === 0) return ["unshare", ...options];
  return "unshare is missing or not permitted";
}

/** P46, P54: starts this program again without a network, or prints why that is impossible. */
async function outside(): Promise<number> {
  const program = namespaceProgram();
  if (typeof program === "string") {
    print(`NOT RUN: ${program}`);
    return 0;
  }
  const [unshare = "", ...options] = program;
  const inside = [process.execPath, fileURLToPath(import.meta.url), INSIDE];
  const child = spawn(unshare, [...options, "sh", "-c", `${INTERFACES} && exec "$@"`, "sh", ...inside], {
    cwd: root,
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "close");
  return Number(code ?? 1);
}

async function inside(): Promise<number> {
  const node = process.execPath;
  const env = childEnvironment(PASSED_ON, { NEXT_TELEMETRY_DISABLED: "1" });
  const program =
    (...parameters: readonly string[]) =>
    async () => {
      const { code, output } = await run(node, parameters, { cwd: root, env });
      print(output.trimEnd());
      return code === 0;
    };
  const checks: readonly Check[] = [
    ["this namespace has no network", async () => !(await isReachable())],
    ["npm start brings up a shop", starts],
    [
      "unit tests",
      program(
        "--conditions=react-server",
        "--import=./test/tools/random-seed.ts",
        "--test",
        "{app,lib,i18n}/**/*.test.ts",
      ),
    ],
    ["smoke tests in a browser", program(fromRoot("tools", "e2e.ts"), "--grep=@smoke", "--project=desktop")],
  ];
  let failed = 0;
  for (const [name, work] of checks) {
    const isPassed = await work().catch((error: unknown) => {
      print(String(error));
      return false;
    });
    print(`${isPassed ? "passed" : "FAILED"}: ${name}`);
    if (!isPassed) failed += 1;
  }
  print(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function isReachable(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(ELSEWHERE);
    const end = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.setTimeout(5_000, () => end(false));
    socket.on("connect", () => end(true)).on("error", () => end(false));
  });
}

/** Runs `npm start` on free ports until it is ready, requests its list of events, and stops it. */
async function starts(): Promise<boolean> {
  const data = mkdtempSync(join(tmpdir(), "foyer-start-"));
  const [storefront, service, processor, mail] = await Promise.all([0, 0, 0, 0].map((any) => freePort(any)));
  const ports = {
    FOYER_PORT: `${storefront}`,
    FOYER_SERVICE_PORT: `${service}`,
    FOYER_PROCESSOR_PORT: `${processor}`,
    FOYER_MAIL_PORT: `${mail}`,
  };
  const shop = spawn(process.execPath, [fromRoot("scripts", "bootstrap.js"), "start"], {
    cwd: root,
    env: childEnvironment(PASSED_ON, { ...ports, FOYER_DATA: data }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const late = setTimeout(() => shop.kill("SIGTERM"), READY_MS);
  const closed = once(shop, "close");
  let status = 0;
  for await (const line of createInterface({ input: shop.stdout })) {
    print(line);
    if (!line.startsWith("Ctrl-C")) continue;
    const address = readJson<SandboxAddresses>(join(data, "addresses.json"))?.storefront;
    status = await probe(`${address}/en/events.json`);
    shop.kill("SIGTERM");
  }
  clearTimeout(late);
  await closed;
  rmSync(data, { recursive: true, force: true });
  return status === 200;
}

process.exit(await (process.argv.includes(INSIDE) ? inside() : outside()));
