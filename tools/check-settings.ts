import { readOperatorSettings } from "./launcher/operator-settings.ts";
import { runPreflightChecks } from "./launcher/preflight.ts";
import { explain } from "./lib/fault.ts";

/** Checks the operator's settings and what they refer to. The bootstrap runs it before it installs anything. */
try {
  await runPreflightChecks(readOperatorSettings());
} catch (fault) {
  process.exitCode = explain(fault);
}
