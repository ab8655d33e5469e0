import { appendFile } from "node:fs/promises";
import { startRecordingProxy } from "#e2e/tools/forward-proxy.ts";
import { cardNeedle, needlesOf } from "#e2e/tools/leak-scan.ts";

/**
 * Runs as a proxy at the storefront's public address during the browser tests and searches every served byte for
 * secrets, and for card numbers but those that the pay page shows. It stores no bytes, only the number of answers and
 * each leak.
 */
const { PORT = "0", TARGET = "", SECRETS = "[]", SHOWN_CARDS = "", FOUND = "" } = process.env;

const SEARCH_EVERY_MS = 200;
const secrets = JSON.parse(SECRETS) as { user: string; password: string }[];
const needles = [...secrets.flatMap(needlesOf), cardNeedle(SHOWN_CARDS.split(","))];
const proxy = await startRecordingProxy(TARGET, Number(PORT));
let answers = 0;

async function search(): Promise<void> {
  const leaks = proxy.leaks(needles);
  answers += proxy.recorded.splice(0).length;
  const lines = [{ answers }, ...leaks].map((line) => `${JSON.stringify(line)}\n`);
  await appendFile(FOUND, lines.join(""));
}

async function searchRepeatedly(): Promise<void> {
  if (proxy.recorded.length > 0) await search();
  setTimeout(searchRepeatedly, SEARCH_EVERY_MS);
}

await appendFile(FOUND, "");
void searchRepeatedly();
process.on("SIGTERM", async () => {
  await search();
  process.exit(0);
});
