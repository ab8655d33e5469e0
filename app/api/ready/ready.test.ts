import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";

const AGAIN_MS = 50;
const sells = answers([], 200, { "x-total-count": "0" });

const folder = mkdtempSync(join(tmpdir(), "foyer-ready-"));
const service = await startFixtureService();
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});
const data = join(folder, "data");
mkdirSync(data);
applySettings({ FOYER_DATA: data, TICKETING_URL: service.url, TICKETING_CA: service.ca });
const { GET } = await import("./route.ts");

const ready = async () => {
  const answer = await GET();
  return { code: answer.status, ...(await answer.json()) };
};

/** Resolves once this is the answer: a result is kept for a moment. */
async function untilAnswered(code: number, status: string): Promise<void> {
  for (;;) {
    const answer = await ready();
    if (answer.code === code && answer.status === status) return;
    await pause(AGAIN_MS);
  }
}

test("a storefront whose disk is full is not ready, since it could write no payment attempt, and is again later", async (t) => {
  if (!mountSmall(t)) return;
  service.behave(sells);
  await untilAnswered(200, "ready");
  assert.deepEqual(filesIn(data), []);

  for (const bytes of [4096, 1])
    try {
      for (;;) appendFileSync(join(data, "filler"), Buffer.alloc(bytes, 1));
    } catch {}
  await untilAnswered(503, "the disk of FOYER_DATA is full");
  service.behave(answers({}, 500));
  await untilAnswered(503, "the disk of FOYER_DATA is full; listEvents failed with 500");
  rmSync(join(data, "filler"));
  await untilAnswered(503, "listEvents failed with 500");
  service.behave(sells);
  await untilAnswered(200, "ready");
  assert.deepEqual(filesIn(data), []);
});

test("a storefront whose disk has become read-only says so", async (t) => {
  if (!mountSmall(t)) return;
  service.behave(sells);
  mkdirSync(join(data, "storefront", "attempts", "open"), { recursive: true });
  await untilAnswered(200, "ready");
  execFileSync("mount", ["-o", "remount,ro", data]);
  await untilAnswered(503, "FOYER_DATA cannot be written to: read-only file system");
});

test("a hundred probes at once are one", async () => {
  service.behave(sells);
  await untilAnswered(200, "ready");
  const before = service.received.length;
  await Promise.all(Array.from({ length: 100 }, ready));
  // What the service says of itself, and a read with the credential.
  assert.ok(service.received.length - before <= 2);
});

/** Mounts a disk of a few blocks as the data folder, or skips the test. */
function mountSmall(t: TestContext): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", data], { stdio: "pipe" });
  } catch {
    t.skip("NOT RUN: a small disk can be mounted by root on Linux only");
    return false;
  }
  t.after(() => execFileSync("umount", ["-l", data]));
  return true;
}

function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );
}
