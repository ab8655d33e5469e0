import { appendFile } from "node:fs/promises";
import { cardNeedle } from "#test/tools/card-needles.ts";
import { needlesOf } from "#test/tools/needles.ts";
import { startRecordingProxy } from "#test/tools/recording-proxy.ts";

/**
 * Stands at the storefront's public address while the browser tests run, and looks for secrets, and for the number of
 * any card but those that the pay page offers, in every byte that is served. It keeps none of the bytes: what it writes down is how many answers it saw, and each leak.
 */
const { PORT = "0", TARGET = "", SECRETS = "[]", SHOWN_CARDS = "", FOUND = "" } = process.env;

const LOOK_EVERY_MS = 200;
const secrets = JSON.parse(SECRETS) as { user: string; password: string }[];
const needles = [...secrets.flatMap(needlesOf), cardNeedle(SHOWN_CARDS.split(","))];
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
