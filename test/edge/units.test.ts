import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fromRoot } from "#tools/lib/paths.ts";

/** Ten times the exposure that systemd calculates, which goes from 0 to 10. */
const EXPOSURE_MAX = "20";

const shipped = fromRoot("deploy", "systemd");
const folder = mkdtempSync(join(tmpdir(), "foyer-units-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function analyze(...parameters: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", parameters, { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

for (const name of readdirSync(shipped).filter((file) => file.endsWith(".service"))) {
  const text = readFileSync(join(shipped, name), "utf8");
  const installed = join(folder, name);
  // The program is installed at another place here.
  writeFileSync(installed, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));

  test(`systemd finds no fault in ${name}`, () => {
    const { status, output } = analyze("verify", "--man=no", installed);
    assert.deepEqual([status, output], [0, ""]);
  });

  test(`${name} is hardened, has a user of its own and umask 077`, () => {
    const { status, output } = analyze(
      "security",
      "--offline=true",
      "--no-pager",
      `--threshold=${EXPOSURE_MAX}`,
      installed,
    );
    assert.equal(status, 0, output.split("\n").slice(-3).join("\n"));
    assert.match(text, /^User=foyer-\w+$/m);
    assert.match(text, /^UMask=0077$/m);
    // Without it systemd makes a folder of mode 700 readable for everyone.
    assert.equal(/^StateDirectory=/m.test(text), /^StateDirectoryMode=0700$/m.test(text));
  });
}
