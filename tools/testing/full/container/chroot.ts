import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "#tools/lib/fault.ts";
import { lastLines, run } from "#tools/lib/run.ts";

/** The root of a step: folders of files, the newest first. */
export type Layers = readonly string[];

/** A folder or file of this machine that a step sees, at a path that exists in its root. */
export type Mount = { readonly from: string; readonly to: string };

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** The authorities that this machine trusts. A registry may be behind a proxy of its own. */
export const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

/** Programs that a chroot is made with. */
export const NEEDED_PROGRAMS = ["debootstrap", "unshare", "chroot", "mount", "setpriv", "npm"];

/**
 * Creates a Debian of the machine's own mirror with Node and npm at the places of the image that the Containerfile names. Returns
 * its folder. It differs from that image: this machine's npm, and the packages of a minimal installation, or
 * with other options of debootstrap more.
 */
export async function createBase(node: string, folder: string, options = ["--variant=minbase"]): Promise<string> {
  const base = join(folder, "base");
  const sources = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"].filter((file) =>
    existsSync(file),
  );
  const [mirror] = sources.flatMap(
    (file) => /^(?:URIs:|deb) *(\S+:\/\/\S+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? [],
  );
  if (mirror === undefined) throw new Fault("This machine's apt has no mirror of Debian.");
  // In a namespace of its own, so that nothing that it mounts remains.
  await inNamespace(["debootstrap", ...options, "bookworm", base, mirror]);
  const npm = dirname(dirname(realpathSync(await pathOf("npm"))));
  cpSync(realpathSync(node), join(base, "usr", "local", "bin", "node"));
  cpSync(npm, join(base, "usr", "local", "lib", "node_modules", "npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(base, "usr", "local", "bin", "npm"));
  mkdirSync(join(base, dirname(AUTHORITIES)), { recursive: true });
  cpSync(AUTHORITIES, join(base, AUTHORITIES));
  for (const file of ["resolv.conf", "hosts"]) cpSync(join("/etc", file), join(base, "etc", file));
  return base;
}

async function pathOf(program: string): Promise<string> {
  const { output } = await run("sh", ["-c", `command -v ${program}`]);
  return output.trim();
}

/** Returns the command that runs another one with mounts and processes of its own, which end with it. */
export function namespaced(command: readonly string[]): readonly string[] {
  return ["unshare", "--mount", "--pid", "--fork", "--kill-child", ...command];
}

async function inNamespace(command: readonly string[]): Promise<void> {
  const [program = "", ...parameters] = namespaced(command);
  const { code, output } = await run(program, parameters);
  if (code !== 0) throw new Fault(`${command.join(" ").slice(0, 200)} failed:\n${lastLines(output, 30)}`);
}

/** What a step is run with, in the order in which a root is put together. */
export type Root = {
  readonly layers: Layers;
  /** The folder that gets what the step writes. Without one the root is read-only. */
  readonly written?: string;
  readonly mounts?: readonly Mount[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workdir: string;
};

/** Returns the command that runs a program in a root. `before` runs outside of it, with the root's path as $ROOT. */
export function inRoot(scratch: string, root: Root, command: readonly string[], before = ""): readonly string[] {
  const { layers, written, mounts = [], environment, workdir } = root;
  const at = join(scratch, "root");
  const work = join(scratch, "work");
  rmSync(work, { recursive: true, force: true });
  for (const folder of [at, work, ...(written === undefined ? [] : [written])]) mkdirSync(folder, { recursive: true });
  const lower = `lowerdir=${layers.join(":")}`;
  const upper = written === undefined ? "" : `,upperdir=${written},workdir=${work}`;
  const script = [
    "set -e",
    `ROOT=${at}`,
    `mount -t overlay overlay -o ${lower}${upper} $ROOT`,
    "mount -t proc proc $ROOT/proc",
    "mount --rbind /dev $ROOT/dev",
    "mount -t tmpfs tmpfs $ROOT/tmp",
    ...mounts.map(({ from, to }) => `mount --bind ${from} $ROOT${to}`),
    before,
    `[ $# = 0 ] || exec chroot $ROOT env --ignore-environment --chdir=${workdir} "$@"`,
  ].join("\n");
  const settings = Object.entries({ PATH, ...environment }).map(([name, value]) => `${name}=${value}`);
  const inside = command.length === 0 ? [] : [...settings, ...command];
  return namespaced(["sh", "-c", script, "sh", ...inside]);
}

/** Returns layers with the places of mounts, which an engine creates where an image does not have them. */
export function withPlaces(scratch: string, layers: Layers, mounts: readonly Mount[]): Layers {
  const places = join(scratch, "places");
  for (const { to } of mounts) mkdirSync(join(places, to), { recursive: true });
  return [places, ...layers];
}

/** Runs a program in a root to its end. Throws a Fault with its last lines when it fails. */
export async function runInRoot(...[scratch, root, command, before]: Parameters<typeof inRoot>): Promise<string> {
  const [program = "", ...parameters] = inRoot(scratch, root, command, before);
  const { code, output } = await run(program, parameters);
  if (code !== 0) throw new Fault(`${(before ?? "") || command.join(" ")} failed:\n${lastLines(output, 40)}`);
  return output;
}

/** Writes a secret to a file that only root can read, and returns its path. */
export function writeSecret(scratch: string, id: string, value: string): string {
  const file = join(scratch, `secret-${id}`);
  writeFileSync(file, value, { mode: 0o600 });
  return file;
}
