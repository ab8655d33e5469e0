import type { FullConfig, Reporter, Suite } from "@playwright/test/reporter";
import type { Engine } from "#e2e/support/target/engines.ts";
import { type Configuration, configuration, environment, isOwnSandbox } from "#e2e/support/target/env.ts";
import { readEnvironment } from "#e2e/support/target/handshake.ts";
import { matrixOf, type PlannedTest } from "./matrix.ts";
import { enginesOfRun, plannedTests } from "./planned-tests.ts";

/** Prints the matrix alone, for `npm run e2e -- --matrix`, which lists the tests and runs none. */
export default class MatrixReporter implements Reporter {
  private readonly env: Configuration = configuration();
  private tests: readonly PlannedTest[] = [];
  private engines: readonly Engine[] = [];

  onBegin({ rootDir, projects }: FullConfig, suite: Suite): void {
    this.engines = enginesOfRun(projects, this.env);
    this.tests = plannedTests(suite.allTests(), rootDir);
  }

  async onEnd(): Promise<void> {
    const { tests, env, engines } = this;
    const lines = matrixOf(tests, env, { engines, handshake: await handshakeOf(env) });
    process.stdout.write(`${lines.join("\n")}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

async function handshakeOf(env: Configuration): Promise<string | undefined> {
  if (env.address === undefined || isOwnSandbox(env)) return undefined;
  return readEnvironment(environment()).catch((error: Error) => `NO HANDSHAKE: ${error.message}`);
}
