import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fromRoot } from "#scripts/lib/files.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-shipped-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const read = (...parts: readonly string[]) => readFileSync(fromRoot(...parts), "utf8");

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the command of docs/deploy.md, "Upgrade", with folders of this test. */
function upgradeCommand(current: string, kept: string): string {
  const [command] = /^ *cp .+ -mtime \+\d+ -delete$/m.exec(read("docs", "deploy.md")) ?? [];
  assert.ok(command, "docs/deploy.md has the command");
  return command.replaceAll("/opt/foyer/current", current).replaceAll("/var/www/foyer/_next", kept);
}

/** Creates files of which each is some days old. Returns their folder. */
function createChunks(parent: string, agesInDays: Readonly<Record<string, number>>): string {
  const chunks = join(parent, "static", "chunks");
  mkdirSync(chunks, { recursive: true });
  for (const [name, days] of Object.entries(agesInDays)) {
    const time = new Date(Date.now() - days * DAY_MS);
    writeFileSync(join(chunks, name), name);
    utimesSync(join(chunks, name), time, time);
  }
  return chunks;
}

test("an upgrade keeps the scripts of the release that runs, however old, and deletes those that no page of the last 60 days has", () => {
  const current = join(folder, "current");
  const next = join(folder, "next");
  const kept = join(folder, "kept");
  createChunks(join(current, ".next"), { "running.js": 200, "unchanged.js": 200 });
  createChunks(join(next, ".next"), { "unchanged.js": 0, "new.js": 0 });
  const chunks = createChunks(kept, { "running.js": 200, "of-last-month.js": 30, "of-last-year.js": 200 });
  const upgrade = () => spawnSync("sh", ["-c", upgradeCommand(current, kept)], { cwd: next, encoding: "utf8" });
  for (const { status, stderr } of [upgrade(), upgrade()]) assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(readdirSync(chunks).toSorted(), ["new.js", "of-last-month.js", "running.js", "unchanged.js"]);
});

test("the image lists its packages in CycloneDX, at their versions of the lockfile", () => {
  const [, command = ""] = /RUN (npm sbom .+) > sbom\.cdx\.json/.exec(read("deploy", "Containerfile")) ?? [];
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: fromRoot(), encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const { bomFormat, components } = JSON.parse(stdout) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  const { packages } = JSON.parse(read("package-lock.json")) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  assert.equal(bomFormat, "CycloneDX");
  for (const name of ["next", "react", "fastify", "pg", "pg-boss"])
    assert.equal(
      components.find((one) => one.name === name)?.version,
      packages[`node_modules/${name}`]?.version ?? "missing",
      name,
    );
});

const file = (name: string) => fromRoot("deploy", "prometheus", name);

for (const [what, parameters] of [
  ["reads the configuration, with the rules that it names", ["check", "config", file("prometheus.yml")]],
  ["fires each alert in its case, and not in the others", ["test", "rules", file("alerts.test.yml")]],
] as const)
  test(`Prometheus ${what}`, () => {
    const { status, stdout, stderr } = spawnSync("promtool", parameters, { encoding: "utf8" });
    assert.equal(status, 0, `${stdout}${stderr}`);
  });

/** Ten times the exposure that systemd calculates, which goes from 0 to 10. */
const EXPOSURE_MAX = "20";

/** The backup reads what belongs to several users. */
const AS_ROOT = ["foyer-backup.service"];

const units = join(folder, "units");
cpSync(fromRoot("deploy", "systemd"), units, { recursive: true });
const shipped = readdirSync(units).filter((name) => /\.(service|timer)$/.test(name));
const isService = (name: string) => name.endsWith(".service");
const textOf = (name: string) => readFileSync(join(units, name), "utf8");
// The programs are installed at another place here, and Debian's unit for a database perhaps not at all.
for (const name of shipped.filter(isService))
  writeFileSync(join(units, name), textOf(name).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
/** Units of Debian, to which ours add. */
const OF_DEBIAN = ["postgresql@.service", "nginx.service"];
for (const name of OF_DEBIAN) writeFileSync(join(units, name), `[Service]\nExecStart=${process.execPath}\n`);

function analyze(...parameters: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", parameters, { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

for (const dropIns of readdirSync(units).filter((name) => existsSync(join(units, name, "secrets.conf"))))
  test(`systemd reads ${dropIns}: it says what it does not know there`, () => {
    const secrets = join(units, dropIns, "secrets.conf");
    const text = readFileSync(secrets, "utf8");
    writeFileSync(secrets, text.replaceAll("LoadCredential=", "LoadSecret="));
    const { output } = analyze("verify", "--man=no", join(units, dropIns.replace(/\.d$/, "")));
    writeFileSync(secrets, text);
    assert.match(output, /secrets\.conf:\d+: Unknown key 'LoadSecret'/);
  });

for (const name of [...shipped, ...OF_DEBIAN])
  test(`systemd finds no fault in ${name}, and what is added to it`, () => {
    const { status, output } = analyze("verify", "--man=no", join(units, name));
    assert.deepEqual([status, output], [0, ""]);
  });

for (const name of shipped.filter((name) => isService(name) && !AS_ROOT.includes(name)))
  test(`${name} is hardened, has a user of its own and umask 077`, () => {
    const { status, output } = analyze(
      "security",
      "--offline=true",
      "--no-pager",
      `--threshold=${EXPOSURE_MAX}`,
      join(units, name),
    );
    assert.equal(status, 0, output.split("\n").slice(-3).join("\n"));
    const text = textOf(name);
    assert.match(text, /^User=foyer-\w+$/m);
    assert.match(text, /^UMask=0077$/m);
    // Without it systemd makes a folder of mode 700 readable for everyone.
    assert.equal(/^StateDirectory=/m.test(text), /^StateDirectoryMode=0700$/m.test(text));
  });
