import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Fault } from "#tools/lib/fault.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { lastLines, run } from "#tools/lib/run.ts";
import { AUTHORITIES, namespaced } from "#tools/testing/full/container/chroot.ts";

/** As Debian's installer writes it: the name localhost is ::1 before it is 127.0.0.1. */
const HOSTS = "127.0.0.1 localhost\n127.0.1.1 tickets\n::1 localhost ip6-localhost ip6-loopback\n";
const OUTPUT = "var/log/step.out";
const KEPT_AUTHORITIES = "/usr/local/share/authorities.pem";
const ENVIRONMENT = {
  ...{ PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", LANG: "C.UTF-8" },
  ...{ DEBIAN_FRONTEND: "noninteractive", npm_config_prefer_offline: "true", NODE_EXTRA_CA_CERTS: KEPT_AUTHORITIES },
};

export type Machine = Awaited<ReturnType<typeof startMachine>>;

/**
 * Makes a machine of a Debian in a folder: mounts, processes and a network of its own, with the loopback device alone, a stand-in for
 * systemd, and nothing that is started when a package is installed. All its processes end with `stop`.
 */
export async function startMachine(root: string, name: string) {
  writeFileSync(join(root, "etc", "hosts"), `${HOSTS}127.0.0.1 ${name}\n`);
  writeFileSync(join(root, "usr", "sbin", "policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  writeFileSync(join(root, "etc", "apt", "apt.conf.d", "yes"), 'APT::Get::Assume-Yes "true";\n');
  copyFileSync(AUTHORITIES, join(root, KEPT_AUTHORITIES));
  const systemctl = join(root, "usr", "local", "bin", "systemctl");
  copyFileSync(fromRoot("tools", "testing", "full", "guide", "systemctl.sh"), systemctl);
  chmodSync(systemctl, 0o755);
  const cache = join(homedir(), ".npm");
  if (existsSync(cache)) mkdirSync(join(root, "root", ".npm"), { recursive: true });
  const mounts = [
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/dev/shm`,
    ...(existsSync(cache) ? [`mount --bind ${cache} ${root}/root/.npm`] : []),
    "ip link set lo up",
  ];
  // The first process takes over those whose parents end.
  const [unshare = "", ...options] = namespaced(["--net", "bash", "-ec"]);
  const first = spawn(unshare, [...options, `${mounts.join("\n")}\necho ready\nwhile :; do sleep 1; done`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(first, "exit");
  const lines = createInterface({ input: first.stdout });
  await Promise.race([once(lines, "line"), ended.then(() => Promise.reject(new Fault("The machine does not start.")))]);
  const { output: pids } = await run("ps", ["-o", "pid=", "--ppid", String(first.pid)]);
  const enter = ["--target", pids.trim(), "--mount", "--pid"];
  let folder = "/root";

  return {
    /**
     * Runs commands of bash as root, one after another until one fails, in the folder where those before have ended. With `isOnline`
     * they have the network of this machine. Returns the output. Throws a Fault with its last lines.
     */
    async commands(text: string, { isOnline = false } = {}): Promise<string> {
      const settings = Object.entries(ENVIRONMENT).map(([setting, value]) => `${setting}=${value}`);
      const script = `exec >/${OUTPUT} 2>&1\ncd ${folder}\nset -e -o pipefail\n${text}\npwd >/run/folder`;
      const network = isOnline ? [] : ["--net"];
      const inside = ["chroot", root, "env", "--ignore-environment", ...settings, "bash", "-c", script];
      const { code } = await run("nsenter", [...enter, ...network, ...inside]);
      const output = readFileSync(join(root, OUTPUT), "utf8");
      if (code !== 0) throw new Fault(`These commands failed:\n${text}\n${lastLines(output, 40)}`);
      folder = readFileSync(join(root, "run", "folder"), "utf8").trim();
      return output;
    },
    write(path: string, text: string): void {
      writeFileSync(join(root, path), text, { mode: 0o600 });
    },
    /** Returns the end of a log. */
    log: (unit: string) => {
      const file = join(root, "var", "log", `${unit}.log`);
      return existsSync(file) ? lastLines(readFileSync(file, "utf8"), 10) : "";
    },
    async stop(): Promise<void> {
      first.kill("SIGKILL");
      await ended;
    },
  };
}
