import { Secret, TOTP } from "otpauth";
import { openServiceClient, type ServiceClient } from "#e2e/support/service-client.ts";
import type { Environment } from "#e2e/support/target/env.ts";

const PASSWORD = "seven green bottles";
const STEP_MS = 30_000;

/** Creates a user with full access who has the second factor on, as one who has scanned the picture. */
export async function createTwoStepUser(service: ServiceClient, env: Environment, username: string) {
  await service.call("POST", "/user", { username, password: PASSWORD, capabilities: ["MANAGE"] });
  const own = openServiceClient({ ...env, serviceLogin: { user: username, password: PASSWORD } });
  const { body } = await own.call("POST", "/user/secondFactor", { current: PASSWORD });
  const totp = new TOTP({ secret: Secret.fromBase32(String(body.secret)) });
  let used = 0;

  /** Returns a code that was not used yet: of this half minute, or of the next one. */
  function nextCode(): string {
    used = Math.max(used + 1, Math.floor(Date.now() / STEP_MS));
    return totp.generate({ timestamp: used * STEP_MS });
  }

  const { status } = await own.call("PUT", "/user/secondFactor", { code: nextCode() });
  if (status !== 200) throw new Error(`The second factor could not be turned on: ${status}.`);
  return { user: username, password: PASSWORD, backupCodes: body.backupCodes as readonly string[], nextCode };
}
