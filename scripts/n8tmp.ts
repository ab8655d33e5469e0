import { writeFileSync } from "node:fs";
import { benchReads } from "./bench/reads.bench.ts";
import { noOperatorSettings } from "./launcher/settings.ts";
import { runCommand } from "./lib/signals.ts";
import { openTestSandbox } from "./sandbox/test-sandbox.ts";
writeFileSync("/tmp/n8-max", "8");
await runCommand(async (signals) => {
  const operator = { ...noOperatorSettings(), storefront: { TRUSTED_HOPS: "1" } };
  const sandbox = await openTestSandbox(process.execPath, signals, { forTests: false, operator });
  try {
    const { addresses } = await sandbox.bringUp();
    writeFileSync("/tmp/n8-url", JSON.stringify(addresses));
    for (const max of ["8", "1000", "8", "1000", "4", "2", "1"]) {
      writeFileSync("/tmp/n8-max", max);
      for (const { what, measured, note } of await benchReads(addresses.storefront)) console.log(max, what, measured, note);
    }
    return 0;
  } finally { await sandbox.close(); }
});
