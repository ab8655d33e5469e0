import { readOperatorSettings } from "./launcher/operator-settings.ts";
import { checkSurroundings } from "./launcher/surroundings.ts";
import { explain } from "./lib/fault.ts";

/** Checks what the operator has set, and what it points at. The bootstrap runs it before it installs anything. */
try {
  await checkSurroundings(readOperatorSettings());
} catch (fault) {
  process.exitCode = explain(fault);
}
