import { type Offer, offersOf, reasonToLeaveOut } from "#e2e/support/target/capabilities.ts";
import type { Engine } from "#e2e/support/target/engines.ts";
import { ALL_CAPABILITIES, type Configuration, isOwnSandbox } from "#e2e/support/target/env.ts";
import { withoutCredentials } from "#e2e/support/target/network.ts";

/** What the matrix needs to know about a test. */
export type PlannedTest = {
  readonly title: string;
  readonly file: string;
  readonly project: string;
  readonly engine?: Engine;
  readonly tags: readonly string[];
};

type Plan = { readonly test: PlannedTest; readonly reason: string | undefined };

const INDENT = 12;

/** Returns the lines that a run begins with: the target, what it offers, which tests run, and which are left out and why. */
export function matrixOf(
  tests: readonly PlannedTest[],
  env: Configuration,
  { engines, handshake }: { readonly engines: readonly Engine[]; readonly handshake?: string | undefined },
): readonly string[] {
  const own = isOwnSandbox(env);
  const offered = offersOf(env);
  const plans = tests.map((test) => {
    const { project, engine, tags } = test;
    return {
      test,
      reason: reasonToLeaveOut(tags, offered, { project, own, language: env.language, ...(engine && { engine }) }),
    };
  });
  const running = plans.filter(({ reason }) => reason === undefined);
  return [
    row("Target", `${targetOf(env, own)}${handshake === undefined ? "" : ` · ${handshake}`}`),
    row("Engines", engines.map(describeEngine).join(" · ")),
    ...offered.map((offer, at) => row(at === 0 ? "Offers" : "", describeOffer(offer, tests))),
    row("Runs", `${running.length} of ${tests.length} tests (${distinct(running)} of ${distinct(plans)} distinct)`),
    ...leftOut(plans, env.titles === "yes"),
  ];
}

function row(name: string, text: string): string {
  return `${name.padEnd(INDENT)}${text}`.trimEnd();
}

function targetOf({ address }: Configuration, own: boolean): string {
  if (own) return "a sandbox of this run's own";
  return address === undefined ? "none: E2E_ADDRESS is not set" : withoutCredentials(address);
}

function describeEngine({ engine, missing }: Engine): string {
  return missing ?? engine;
}

function describeOffer({ capability, allows, missing }: Offer, tests: readonly PlannedTest[]): string {
  const needed = new Set(tests.filter(({ tags }) => tags.includes(`@${capability}`)).map(nameOf)).size;
  const answer = missing === undefined ? "yes" : `NO: ${missing}`;
  return `${capability.padEnd(Math.max(...ALL_CAPABILITIES.map(({ length }) => length)) + 1)} ${answer} · ${allows} · ${needed} ${needed === 1 ? "test needs" : "tests need"} it`;
}

/** Returns a line for each reason, the most frequent first, with the titles when they are wanted. */
function leftOut(plans: readonly Plan[], withTitles: boolean): readonly string[] {
  const byReason = Map.groupBy(
    plans.filter(({ reason }) => reason !== undefined),
    ({ reason }) => reason,
  );
  const groups = [...byReason].toSorted(([, a], [, b]) => b.length - a.length);
  return groups.flatMap(([reason, group], at) => [
    row(at === 0 ? "Left out" : "", `${String(group.length).padStart(3)}  ${reason}`),
    ...(withTitles ? group.map(({ test }) => row("", `       [${test.project}] ${nameOf(test)}`)) : []),
  ]);
}

function distinct(plans: readonly Plan[]): number {
  return new Set(plans.map(({ test }) => nameOf(test))).size;
}

function nameOf({ file, title }: PlannedTest): string {
  return `${file} › ${title}`;
}
