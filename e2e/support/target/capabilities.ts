import type { Engine } from "./engines.ts";
import { ALL_CAPABILITIES, type Capability, type Environment, settingName } from "./env.ts";

type Settings = { readonly [Name in keyof Environment]?: Environment[Name] | undefined };

/** What tests do with each capability, and the settings that give it. */
const CAPABILITIES = {
  catalogue: { allows: "reads pages", settings: [] },
  purchase: { allows: "reserves, and pays with test cards", settings: [] },
  service: {
    allows: "creates events, codes and questions, and admits tickets",
    settings: ["service", "serviceUser", "servicePassword"],
  },
  promoter: { allows: "signs in as a promoter", settings: ["serviceUser", "servicePassword"] },
  embed: { allows: "is embedded by the pages of a registered origin", settings: ["embedOrigin"] },
  mail: { allows: "reads the messages that buyers get", settings: ["mailbox"] },
  ledger: { allows: "reads what the processor charged", settings: ["processor"] },
  clock: { allows: "makes reservations expire early", settings: ["control"] },
  faults: { allows: "stops the service, loses answers, and uses the sandbox's special cards", settings: ["control"] },
  sandbox: {
    allows: "knows the sandbox's season, keys and settings, and chooses its network address",
    settings: ["control", "cookieKeys"],
  },
} as const satisfies Record<Capability, { readonly allows: string; readonly settings: readonly (keyof Environment)[] }>;

/** The settings that only a run with a sandbox of its own has. */
const OF_OWN_SANDBOX: ReadonlySet<keyof Environment> = new Set(["processor", "control", "cookieKeys"]);

const LEFT_OUT = "left out by E2E_LEAVE_OUT";
/** A tester cannot set E2E_CONTROL: a run that starts a sandbox sets it. */
const OWN_SANDBOX_ONLY = "only the suite's own sandbox has that";

export type Offer = {
  readonly capability: Capability;
  readonly allows: string;
  /** Why the target does not offer it, with the remedy. */
  readonly missing?: string;
  /** The settings that would give it. */
  readonly unset?: readonly string[];
};

/** Returns every capability, and why the target lacks it if it does. */
export function offersOf(env: Settings): readonly Offer[] {
  const leftOut = (env.leaveOut ?? "").split(",");
  return ALL_CAPABILITIES.map((capability) => {
    const { allows, settings } = CAPABILITIES[capability];
    if (leftOut.includes(capability)) return { capability, allows, missing: LEFT_OUT };
    const absent = settings.filter((setting) => env[setting] === undefined);
    if (absent.length === 0) return { capability, allows };
    if (absent.some((setting) => OF_OWN_SANDBOX.has(setting))) return { capability, allows, missing: OWN_SANDBOX_ONLY };
    const unset = absent.map(settingName);
    return { capability, allows, missing: `set ${unset.join(", ")}`, unset };
  });
}

/** Returns whether the target offers a capability. */
export function offers(env: Settings, wanted: Capability): boolean {
  return offersOf(env).some(({ capability, missing }) => capability === wanted && missing === undefined);
}

/** Returns the capabilities that the tags of a test name, such as `@service`. */
export function capabilitiesOf(tags: readonly string[]): readonly Capability[] {
  return ALL_CAPABILITIES.filter((capability) => tags.includes(`@${capability}`));
}

/** The project whose tests buy. At a target whose places are not ours, the others go as far as the payment page. */
const BUYING_PROJECT = "desktop";

/** Where a test runs. */
export type Place = {
  readonly project: string;
  /** Whether the target is a sandbox that this run started. */
  readonly own: boolean;
  readonly language: Environment["language"];
  readonly engine?: Engine;
};

/** Returns why a test with these tags cannot run at this target in this project, or `undefined` when it can. */
export function reasonToLeaveOut(
  tags: readonly string[],
  offered: readonly Offer[],
  { project, own, language, engine }: Place,
): string | undefined {
  if (engine?.missing !== undefined) return engine.missing;
  const lacking = offered.filter(({ capability, missing }) => missing !== undefined && tags.includes(`@${capability}`));
  if (lacking.length > 0) return reasonForLack(lacking);
  if (tags.includes("@buys") && !own && project !== BUYING_PROJECT)
    return `buys places, which only ${BUYING_PROJECT} does`;
  if (tags.includes("@english") && language !== "en") return "asserts English texts: leave E2E_LANGUAGE out";
  const isChromium = engine === undefined || engine.engine === "chromium";
  if (tags.includes("@chromium") && !isChromium) return "uses what only Chromium has";
  // Charges are found in the ledger by their amount, and these projects pay the same amounts as desktop and phone.
  if (tags.includes("@ledger") && !isChromium) return "reads the ledger, which only the projects of Chromium do";
  return undefined;
}

/** Names only what no setting gives where there is such: the settings for the rest would not make the test run. */
function reasonForLack(lacking: readonly Offer[]): string {
  const names = (offers: readonly Offer[]) => `needs ${offers.map(({ capability }) => capability).join(", ")}`;
  for (const reason of [OWN_SANDBOX_ONLY, LEFT_OUT]) {
    const those = lacking.filter(({ missing }) => missing === reason);
    if (those.length > 0) return `${names(those)}: ${reason}`;
  }
  return `${names(lacking)}: set ${[...new Set(lacking.flatMap(({ unset = [] }) => unset))].join(", ")}`;
}
