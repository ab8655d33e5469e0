import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Fault } from "#scripts/lib/fault.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import { childEnvironment, type Variables } from "#scripts/lib/run.ts";

/** The main file of Debian's package, which includes the shipped file. */
const MAIN_FILE = "/etc/nginx/nginx.conf";

/** Lets the tests name each buyer's address, as a balancer in front of the edge does. */
const BEHIND_BALANCER = "set_real_ip_from 127.0.0.1;\nset_real_ip_from ::1;\nreal_ip_header X-Forwarded-For;\n";

/** What an installer writes into a shipped file, for an edge in a scratch folder. */
export type EdgeSite = {
  /** Its files and logs, and its copies of pages unless they have a folder of their own. */
  readonly folder: string;
  readonly copies?: string;
  readonly name: string;
  readonly port: number;
  readonly plainPort: number;
  /** The ports of the storefronts. */
  readonly storefronts: readonly [number, number];
  readonly certificateFile: string;
  readonly keyFile: string;
  /** How long a storefront may take to answer, instead of the shipped times: a write, and a read before the other one is asked. */
  readonly answerSeconds?: number;
  readonly readSeconds?: number;
  /** Its own answers are not for search engines either. */
  readonly isTestSystem?: boolean;
};

/** A program that is not a part of the repository, with its parameters and settings. */
export type EdgeCommand = { readonly program: string; readonly parameters: readonly string[]; readonly env: Variables };

/** Returns which of the programs are not installed on this machine. */
export function missingPrograms(programs: readonly string[]): readonly string[] {
  const folders = [
    "/usr/sbin",
    "/usr/bin",
    ...globSync("/usr/lib/postgresql/*/bin"),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/** The packages of programs that have another name than theirs. */
const PACKAGES: Readonly<Record<string, string>> = {
  "systemd-analyze": "systemd",
  promtool: "prometheus",
  initdb: "postgresql",
  pg_basebackup: "postgresql",
  pg_createcluster: "postgresql",
  pg_dump: "postgresql",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
};

/** Says which programs are missing, and how Debian installs them. */
export function howToInstall(missing: readonly string[]): string {
  const packages = new Set(missing.map((program) => PACKAGES[program] ?? program));
  return `${missing.join(", ")} not installed: apt-get install ${[...packages].join(" ")}`;
}

/**
 * Replaces each text of a shipped file, in one pass: a port may begin like one that is replaced. Throws a Fault when one does not
 * occur, so that a test never runs with another file than the one that is shipped.
 */
export function withSite(text: string, replacements: readonly (readonly [shipped: string, own: string])[]): string {
  if (replacements.length === 0) return text;
  const owns = new Map(replacements);
  for (const shipped of owns.keys())
    if (!text.includes(shipped)) throw new Fault(`The shipped file has no ${shipped}.`);
  // The longer of two texts that begin alike comes first.
  const shipped = [...owns.keys()].toSorted((one, other) => other.length - one.length).map(RegExp.escape);
  return text.replaceAll(new RegExp(shipped.join("|"), "g"), (found) => owns.get(found) ?? found);
}

/** Creates a folder that the edge's own user can enter. */
export function createEnterableFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/** Writes a shipped file into the scratch folder, and returns its path. */
export function install(from: string, to: string, replacements: Parameters<typeof withSite>[1]): string {
  writeFileSync(to, withSite(readFileSync(from, "utf8"), replacements));
  return to;
}

/**
 * Installs Debian's nginx with the shipped file in a scratch folder, with other names, ports and paths alone. Returns how
 * it is started. With `trustsCaller` the X-Forwarded-For of this machine names the visitor's address.
 */
export function installNginx(site: EdgeSite, { trustsCaller = false } = {}): EdgeCommand {
  const {
    folder,
    name,
    port,
    plainPort,
    storefronts,
    certificateFile,
    keyFile,
    answerSeconds = 40,
    readSeconds = 12,
  } = site;
  createEnterableFolder(folder);
  const pages = createEnterableFolder(join(folder, "www"));
  const settings = createEnterableFolder(join(folder, "conf.d"));
  for (const kept of ["cache", "temporary", "log"]) mkdirSync(join(folder, kept), { recursive: true });
  install(fromRoot("deploy", "nginx", "unavailable.html"), join(pages, "unavailable.html"), []);
  install(fromRoot("deploy", "nginx", "foyer.conf"), join(settings, "foyer.conf"), [
    ["tickets.example", name],
    ["listen 80", `listen ${plainPort}`],
    ["listen [::]:80", `listen [::]:${plainPort}`],
    ["listen 443", `listen ${port}`],
    ["listen [::]:443", `listen [::]:${port}`],
    // With the usual port a browser sends no port.
    ["Host $host;", `Host $host:${port};`],
    ["https://$host$request_uri", `https://$host:${port}$request_uri`],
    ["127.0.0.1:4000", `127.0.0.1:${storefronts[0]}`],
    ["127.0.0.1:4010", `127.0.0.1:${storefronts[1]}`],
    ["/etc/foyer/tls/tickets.pem", certificateFile],
    ["/etc/foyer/tls/tickets-key.pem", keyFile],
    ["proxy_read_timeout 40s", `proxy_read_timeout ${answerSeconds}s`],
    ["proxy_read_timeout 12s", `proxy_read_timeout ${readSeconds}s`],
    ["/run/foyer-pages", site.copies ?? join(folder, "cache")],
    ["/var/log/nginx", join(folder, "log")],
    ["/var/www/foyer", pages],
    ...(site.isTestSystem ? ([['  "" "";', '  "" "noindex, nofollow";']] as const) : []),
    // Every address that a test names may then ask for the probes.
    ...(trustsCaller ? ([["allow 127.0.0.1;", "allow all;"]] as const) : []),
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, "temporary", kind)};\n`,
  );
  writeFileSync(join(settings, "scratch.conf"), [...temporary, trustsCaller ? BEHIND_BALANCER : ""].join(""));
  const main = withSite(readFileSync(MAIN_FILE, "utf8"), [
    ["/run/nginx.pid", join(folder, "nginx.pid")],
    ["/var/log/nginx", join(folder, "log")],
    ["/etc/nginx/conf.d", settings],
    ["include /etc/nginx/sites-enabled/*;", ""],
  ]);
  const file = join(folder, "nginx.conf");
  writeFileSync(file, main);
  return {
    program: "nginx",
    parameters: ["-c", file, "-e", join(folder, "log", "error.log"), "-g", "daemon off;"],
    env: {},
  };
}

const TRIES = 200;
const PAUSE_MS = 50;

/** Starts an edge and waits until its port is open. Throws a Fault with its output when it ends before. */
export async function startShippedEdge({ program, parameters, env }: EdgeCommand, { name, port }: EdgeSite) {
  const own = childEnvironment([], { ...env, PATH: `/usr/sbin:/usr/bin:${process.env.PATH}` });
  const output: string[] = [];

  async function start() {
    const child = spawn(program, [...parameters], { env: own, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(String(text)));
    const exited = once(child, "exit");
    for (let tries = 0; !(await isOpen(port)); tries += 1) {
      if (child.exitCode !== null || tries === TRIES)
        throw new Fault(`${program} does not listen:\n${output.join("").trim()}`);
      await pause(PAUSE_MS);
    }
    return { child, exited };
  }

  let running = await start();
  return {
    url: `https://${name}:${port}`,
    /** Returns what it has printed. */
    output: () => output.join(""),
    /** Kills all its processes and starts it again after a while, as systemd does (Linux). */
    async crash(restartMs: number): Promise<void> {
      const { pid } = running.child;
      const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
      for (const one of [`${pid}`, ...workers]) process.kill(Number(one), "SIGKILL");
      await running.exited;
      await pause(restartMs);
      running = await start();
    },
    async close(): Promise<void> {
      running.child.kill("SIGTERM");
      await running.exited;
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const opened = once(socket, "connect").then(
    () => true,
    () => false,
  );
  return opened.finally(() => socket.destroy());
}
