import { offers } from "./target/capabilities.ts";
import { environment, isOwnSandbox } from "./target/env.ts";
import { refuseUnlessTestSystem } from "./target/target.ts";
import { withdrawLeftovers } from "./withdraw-leftovers.ts";

/** Playwright runs this before the first test. Throws unless the target is a test system. */
export default async function globalSetup(): Promise<void> {
  const env = environment();
  console.log(`${new URL(env.address).host}: ${await refuseUnlessTestSystem(env)}`);
  if (!isOwnSandbox(env) && offers(env, "service")) await withdrawLeftovers(env);
}
