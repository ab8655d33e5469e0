import { appendFile } from "node:fs/promises";
import { needlesOf } from "#test/tools/needles.ts";
import { startRecordingProxy } from "#test/tools/recording-proxy.ts";

/**
 * Stands at the storefront's public address while the browser stories are told, and looks for secrets in every byte
 * that is served. It keeps none of the bytes: what it writes down is how many answers it saw, and each leak.
 */
const { PORT = "0", TARGET = "", SECRETS = "[]", FOUND = "" } = process.env;

const LOOK_EVERY_MS = 200;
const needles = (JSON.parse(SECRETS) as { user: string; password: string }[]).flatMap(needlesOf);
const proxy = await startRecordingProxy(TARGET, Number(PORT));
let answers = 0;

async function look(): Promise<void> {
  const leaks = proxy.leaks(needles);
  answers += proxy.recorded.splice(0).length;
  const lines = [{ answers }, ...leaks].map((line) => `${JSON.stringify(line)}\n`);
  await appendFile(FOUND, lines.join(""));
}

async function lookAndGoOn(): Promise<void> {
  if (proxy.recorded.length > 0) await look();
  setTimeout(lookAndGoOn, LOOK_EVERY_MS);
}

await appendFile(FOUND, "");
void lookAndGoOn();
process.on("SIGTERM", async () => {
  await look();
  process.exit(0);
});
