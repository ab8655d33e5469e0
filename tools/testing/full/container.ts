import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { explain, Fault } from "#tools/lib/fault.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { freePort } from "#tools/lib/ports.ts";
import { probe } from "#tools/lib/probe.ts";
import { lastLines, run } from "#tools/lib/run.ts";
import { onSignal, type Signals } from "#tools/lib/signals.ts";
import { print, step } from "#tools/lib/terminal.ts";
import { debianPostgres, startDebianPostgres } from "#tools/testing/debian-postgres.ts";
import { missingPrograms } from "#tools/testing/edge/shipped-edge.ts";
import { buildImage, type Image } from "./container/build-image.ts";
import { createBase, inRoot, type Mount, NEEDED_PROGRAMS, runInRoot, withPlaces } from "./container/chroot.ts";
import { readContainerfile } from "./container/containerfile.ts";
import { settingsOfContainers } from "./container/program-settings.ts";

const READY_TRIES = 300;
const PAUSE_MS = 200;
/** DRAIN_SECONDS is zero here, and nothing is under way. */
const STOP_MS = 15_000;

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
const LOOKS = { BRAND_NAME: "The Playhouse", BRAND_LOGO: "/etc/foyer/brand/logo.svg" };

/**
 * Executes the Containerfile in a Debian chroot, and runs the three programs of the result. As in a container: a root of its own
 * that is read-only, a temporary folder in memory, volumes, its own processes, a user without capabilities who gains none. Not
 * as in one: the network and the limits are this machine's, no system call is filtered, and Node and npm are copied into a minimal
 * Debian instead of the image that FROM names.
 */
async function runContainer(signals: Signals): Promise<number> {
  const [missing] = missingPrograms(NEEDED_PROGRAMS);
  const postgres = debianPostgres();
  if (missing !== undefined || postgres === undefined || process.getuid?.() !== 0) {
    print(`NOT RUN: needs root, PostgreSQL's server and ${missing ?? NEEDED_PROGRAMS.join(", ")}`);
    return 0;
  }
  const node = process.execPath;
  const scratch = mkdtempSync(join(tmpdir(), "foyer-container-"));
  chmodSync(scratch, 0o711);
  const clean = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  signals.alsoStop(async () => clean());
  try {
    const base = await step("Debian with Node", () => createBase(node, scratch));
    const actionsKey = randomBytes(32).toString("base64");
    const stages = readContainerfile(readFileSync(fromRoot("deploy", "Containerfile"), "utf8"));
    const image = await buildImage(stages, { scratch, base, secrets: { actions_key: actionsKey }, values: LOOKS });
    const database = await startDebianPostgres(postgres, join(scratch, "postgres"));
    try {
      const checks = await checkImage(image, { scratch, actionsKey, databaseUrl: database.url });
      for (const [name, isPassed] of checks) print(`${isPassed ? "passed" : "FAILED"}: ${name}`);
      const failed = checks.filter(([, isPassed]) => !isPassed).length;
      print(`${checks.length - failed} passed, ${failed} failed`);
      return failed === 0 ? 0 : 1;
    } finally {
      await database.stop();
    }
  } finally {
    clean();
  }
}

type Check = readonly [name: string, isPassed: boolean];
type Surroundings = { readonly scratch: string; readonly actionsKey: string; readonly databaseUrl: string };

async function checkImage(image: Image, { scratch, actionsKey, databaseUrl }: Surroundings): Promise<readonly Check[]> {
  const [web, service] = [await freePort(0), await freePort(0)];
  const settings = settingsOfContainers({ web, service, actionsKey, databaseUrl, looks: LOOKS });
  const user = (await runInRoot(scratch, { ...image, environment: {} }, ["id", "-u", image.user])).trim();
  const mounts = await createMounts(scratch, image.volumes, user);
  const layers = withPlaces(scratch, image.layers, mounts);
  const start = (environment: Readonly<Record<string, string>>, program: readonly string[]) => {
    const own = [
      ...["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--no-new-privs"],
      ...["--inh-caps=-all", "--bounding-set=-all", ...program],
    ];
    const root = { layers, workdir: image.workdir, environment: { ...image.environment, ...environment }, mounts };
    return inRoot(mkdtempSync(join(scratch, "container-")), root, own);
  };
  const finish = async (...program: readonly string[]) => {
    const [command = "", ...parameters] = start(settings.setup, program);
    const { code, output } = await run(command, parameters);
    if (code !== 0) throw new Fault(`${program.join(" ")} failed:\n${lastLines(output, 40)}`);
    return output;
  };
  await step("Certificates", () => finish("node", "service/setup/certificates.ts", "/var/lib/foyer/tls"));
  await step("Database", () => finish("node", "service/setup/main.ts"));
  const identity = await finish("sh", "-c", "id -u; grep -E '^(CapBnd|CapEff|NoNewPrivs)' /proc/self/status");
  const writable = await finish(
    "sh",
    "-c",
    "for f in / /opt/foyer /opt/foyer/.next /etc /run /tmp /var/lib/foyer; do touch $f/x 2>/dev/null && echo $f; done; true",
  );
  const secrets = await finish(
    "sh",
    "-c",
    `grep -rl --fixed-strings '${actionsKey}' /run /etc /root /opt/foyer/.env 2>/dev/null; ls /opt/foyer/deploy 2>/dev/null; true`,
  );
  const programs = (["service", "worker", "storefront"] as const).map((name) => {
    const [command = "", ...parameters] = start(settings[name], [...image.entrypoint, name]);
    const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"] });
    const log = createWriteStream(join(scratch, `${name}.log`));
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    return { name, child, exited: once(child, "exit") };
  });
  const base = `http://localhost:${web}`;
  try {
    for (let tries = 0; (await probe(`${base}/api/ready`)) !== 200; tries += 1) {
      const ended = programs.find(({ child }) => child.exitCode !== null);
      if (ended !== undefined || tries === READY_TRIES) throw new Fault(logsOf(scratch, ended?.name ?? "storefront"));
      await pause(PAUSE_MS);
    }
    return [
      ["the programs run as the image's user, without capabilities", isPlain(identity, user)],
      ["only the mounts and the temporary folder can be written", writable.trim() === "/tmp\n/var/lib/foyer"],
      ["the image has neither the key of the build nor the files of deploy", secrets.trim() === ""],
      ["the storefront is alive", (await probe(`${base}/api/health`)) === 200],
      ["the storefront is ready: the service answers it over TLS", (await probe(`${base}/api/ready`)) === 200],
      ["the home page is served", (await probe(`${base}/en`)) === 200],
      ["the logo of the shop is served", (await textAt(`${base}/brand/logo`)) === LOGO],
      ["all programs run", programs.every(({ child }) => child.exitCode === null)],
      ...(await Promise.all(
        programs.map(async (program): Promise<Check> => [`${program.name} stops by itself`, await stops(program)]),
      )),
    ];
  } finally {
    for (const { child } of programs) child.kill("SIGKILL");
    await Promise.all(programs.map(({ exited }) => exited));
  }
}

/** Returns the mounts of compose.yaml: the volumes, which an engine gives to the image's user, and the shop's logo. */
async function createMounts(scratch: string, volumes: readonly string[], user: string): Promise<readonly Mount[]> {
  const brand = join(scratch, "brand");
  mkdirSync(brand);
  writeFileSync(join(brand, "logo.svg"), LOGO);
  const mounts = volumes.map((to, at) => ({ from: join(scratch, `volume-${at}`), to }));
  for (const { from } of mounts) mkdirSync(from);
  await run("chown", [user, ...mounts.map(({ from }) => from)]);
  return [...mounts, { from: brand, to: "/etc/foyer/brand" }];
}

async function textAt(address: string): Promise<string> {
  return (await fetch(address)).text();
}

function isPlain(identity: string, user: string): boolean {
  const [id = "", ...lines] = identity.trim().split("\n");
  return id === user && id !== "0" && lines.every((line) => /^(Cap\w+:\s+0+|NoNewPrivs:\s+1)$/.test(line));
}

type Running = { readonly name: string; readonly child: ReturnType<typeof spawn>; readonly exited: Promise<unknown[]> };

/** Sends SIGTERM to the program inside, as an engine does, and returns whether it ends with 0 in time. */
async function stops({ child, exited }: Running): Promise<boolean> {
  const { output } = await run("ps", ["-o", "pid=", "--ppid", String(child.pid)]);
  process.kill(Number(output.trim()), "SIGTERM");
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, STOP_MS, undefined).unref());
  const ended = await Promise.race([exited, late]);
  return ended?.[0] === 0;
}

function logsOf(scratch: string, name: string): string {
  return `${name} does not become ready:\n${lastLines(readFileSync(join(scratch, `${name}.log`), "utf8"), 40)}`;
}

const signals = onSignal({ exitCode: 130 });
try {
  const exitCode = await runContainer(signals);
  await signals.unlessStopping();
  process.exit(exitCode);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
