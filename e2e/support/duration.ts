import type { TestCase } from "@playwright/test/reporter";
import { reasonToLeaveOut, waitsForExpiry } from "./target/capabilities.ts";
import type { Configuration } from "./target/env.ts";

/** How long a worker has a test, on average, on a machine with a core for each of two workers: docs/qa.md. */
const SECONDS_OF_TEST = 5;
/** How long a reservation lasts at most: the test that waits for its end begins whenever a worker is free. */
const MINUTES_OF_RESERVATION = 15;

/** Returns about how long these tests will take, such as "152 tests, 80 left out: about 7 minutes". Tests that wait are named. */
export function durationOf(tests: readonly TestCase[], workers: number, env: Configuration): string {
  const wanted = tests.filter(({ tags, parent }) => {
    const { name = "", use } = parent.project() ?? {};
    const engine = use?.browserName ?? use?.defaultBrowserType ?? "chromium";
    return reasonToLeaveOut(tags, env, { project: name, engine }) === undefined;
  });
  const waiting = wanted.filter(({ tags }) => waitsForExpiry(tags, env));
  const busy = (wanted.length * SECONDS_OF_TEST) / workers / 60;
  const minutes = Math.ceil(Math.max(busy, waiting.length > 0 ? MINUTES_OF_RESERVATION : 0));
  const leftOut = tests.length - wanted.length;
  return [
    `${counted(wanted.length, "test")}${leftOut > 0 ? `, ${leftOut} left out` : ""}: about ${counted(minutes, "minute")}`,
    ...waiting.map(
      (test) => `  waits until a reservation expires, up to ${MINUTES_OF_RESERVATION} minutes: ${test.title}`,
    ),
  ].join("\n");
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
