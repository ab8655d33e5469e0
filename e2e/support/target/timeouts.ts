import { type Environment, isOwnSandbox } from "./env.ts";

/** The timeouts that E2E_TIMEOUT_FACTOR multiplies, in milliseconds, for a target that answers slowly. */
export type Timeouts = Readonly<Record<keyof typeof OF_SANDBOX, number>>;

const OF_SANDBOX = {
  /** A whole test, with its fixtures. */
  test: 60_000,
  /** An assertion that waits for the page. */
  expect: 10_000,
  /** The handshake, and each step of a connection through a proxy or with E2E_CA. */
  handshake: 10_000,
  /** A call of the suite's own clients: storefront and ticketing service. */
  call: 15_000,
};

/** A target elsewhere has a network in between, and other visitors. */
const ELSEWHERE = { ...OF_SANDBOX, test: 120_000, expect: 20_000 };

/** An answer of the handshake that takes longer makes a run slow. The doctor then names E2E_TIMEOUT_FACTOR. */
export const SLOW_ANSWER_MS = 1_500;

export function timeoutsOf(env: Pick<Environment, "control" | "timeoutFactor">): Timeouts {
  const { test, expect, handshake, call } = isOwnSandbox(env) ? OF_SANDBOX : ELSEWHERE;
  const factor = env.timeoutFactor;
  return { test: test * factor, expect: expect * factor, handshake: handshake * factor, call: call * factor };
}
