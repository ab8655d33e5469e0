import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { readCookie, removeCookie, storeCookie } from "#lib/session/cookies.ts";

/** As long as the service accepts a challenge. */
const STEP_SECONDS = 5 * 60;
const DEVICE_SECONDS = 30 * 24 * 60 * 60;

const stepSchema = z.object({
  user: z.string(),
  /** Stands for the password, which the browser is never given. */
  challenge: z.string(),
  network: z.string().exactOptional(),
  /** The page to show after signing in. */
  next: z.string(),
});

/** What is known between a right password and the code. */
type SignInStep = z.output<typeof stepSchema>;

export async function storeStep(step: SignInStep): Promise<void> {
  await storeCookie("foyer-challenge", await seal("sign-in step", step, STEP_SECONDS), STEP_SECONDS);
}

/** Returns the step of this browser; `undefined` after five minutes, and in another network than that of the password. */
export async function currentStep(network: string | undefined): Promise<SignInStep | undefined> {
  const { data } = stepSchema.safeParse(await unseal("sign-in step", (await readCookie("foyer-challenge")) ?? ""));
  return data?.network === network ? data : undefined;
}

export async function forgetStep(): Promise<void> {
  await removeCookie("foyer-challenge");
}

const deviceSchema = z.object({ user: z.string(), device: z.string() });

/** Remembers, for thirty days, what the service gave this browser for a code of this user. */
export async function rememberDevice(user: string, device: string): Promise<void> {
  await storeCookie("foyer-device", await seal("known device", { user, device }, DEVICE_SECONDS), DEVICE_SECONDS);
}

/** Returns what the service gave this browser for a code of this user, if it was asked to remember it. */
export async function deviceOf(user: string): Promise<string | undefined> {
  const { data } = deviceSchema.safeParse(await unseal("known device", (await readCookie("foyer-device")) ?? ""));
  return data?.user === user ? data.device : undefined;
}
