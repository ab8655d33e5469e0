import type { FormState } from "#lib/forms/form.ts";

/**
 * What the form that turns it on shows, and sends back while the code is wrong: the service shows the key and the backup codes once.
 * Backup codes are separated by spaces. The password of the first step, `current`, is never returned.
 */
export type FactorState = FormState<
  Readonly<Record<"current" | "secret" | "uri" | "backupCodes" | "code" | "isSaved", string>>
>;

export type TurnOffState = FormState<{ readonly code: string }>;
