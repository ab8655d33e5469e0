import { withSecretFiles } from "#lib/runtime/secret-files.ts";
import type { Variables } from "#scripts/lib/run.ts";

/** The setting of the key of server actions, which is built into the pages. */
export const ACTIONS_KEY = "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY";

const AES_KEY_BYTES = [16, 24, 32];

/** Returns the key, which may be in a file, and a line for each reason why it cannot be read. */
export function actionsKeyIn(environment: Variables): {
  readonly key: string | undefined;
  readonly faults: readonly string[];
} {
  const { variables, faults } = withSecretFiles(environment, [ACTIONS_KEY]);
  return { key: variables[ACTIONS_KEY], faults: Object.values(faults) };
}

/** Returns a line when the key of server actions is none: the build would be made, and each form fail. */
export function actionsKeyFaults(environment: Variables): readonly string[] {
  const { key } = actionsKeyIn(environment);
  const isKey = !key || (/^[\w+/-]+=*$/.test(key) && AES_KEY_BYTES.includes(Buffer.from(key, "base64").length));
  return isKey ? [] : [`${ACTIONS_KEY} must be a key of 32 bytes in base64: openssl rand -base64 32`];
}
