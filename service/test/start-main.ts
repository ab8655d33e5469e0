import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { makeCertificates } from "#setup/certificates.ts";
import { testDatabase } from "#test/cluster.ts";
import { COMPILED } from "#test/compiled.ts";
import { freePort } from "#test/free-port.ts";

const MAIN = join(import.meta.dirname, "..", "src", "main.ts");

/** Starts a part of the service as a process of its own, on a database of its own. Throws what it says when it does not start. */
export async function startMain(
  t: { after: (work: () => unknown) => void },
  part: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const [{ db, url, drop }, port, data] = [
    await testDatabase(),
    await freePort(),
    mkdtempSync(join(tmpdir(), "foyer-stop-")),
  ];
  t.after(drop);
  t.after(() => rmSync(data, { recursive: true }));
  await makeCertificates(join(data, "tls"), new Date());
  const child = spawn(process.execPath, [MAIN, part], {
    env: {
      ...COMPILED,
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_DATA: data,
      DATABASE_URL: url,
      PORT: String(port),
      PROCESSOR_SECRET: "a secret of the processor",
      CARD_KEY: "a key for the cards of this test's buyers",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const failed = text(child.stderr).then((said) => Promise.reject(new Error(said)));
  await Promise.race([once(child.stdout, "data"), failed]);
  failed.catch(() => {});
  return { db, child, port, tls: join(data, "tls"), ca: readFileSync(join(data, "tls", "ca.pem"), "utf8") };
}
