import { Fault } from "#scripts/lib/fault.ts";
import type { Variables } from "#scripts/lib/run.ts";
import { ACTIONS_KEY, actionsKeyIn } from "./actions-key.ts";
import { misspeltIn } from "./setting-names.js";
import { type Given, LOOKS, pick, removedIn } from "./settings.ts";

/** Returns a line for each setting of a production build that is wrong, besides the looks. It generates no key. */
export function buildFaults(environment: Variables): readonly string[] {
  const missing = `${ACTIONS_KEY} must be set, the same for every build of this shop. Make one: openssl rand -base64 32`;
  const { key, faults } = actionsKeyIn(environment);
  return [
    ...misspeltIn(environment),
    ...removedIn(environment),
    ...faults,
    ...(key || faults.length > 0 ? [] : [missing]),
  ];
}

/** Returns the settings of a production build. Throws a Fault with the lines of `buildFaults`. */
export function readBuildSettings(environment: Variables = process.env) {
  const refusals = buildFaults(environment);
  if (refusals.length > 0) throw new Fault(refusals.join("\n"));
  return { actionsKey: actionsKeyIn(environment).key, looks: looksOf(environment) };
}

export const looksOf = (environment: Variables): Given => pick(environment, LOOKS);
