import type { Variables } from "#tools/lib/child-environment.ts";
import type { Processes, Program } from "#tools/lib/processes.ts";
import { createSandbox } from "#tools/sandbox/sandbox.ts";
import { type OperatorSettings, readOperatorSettings } from "./operator-settings.ts";
import { createRemote } from "./remote.ts";

const ANY_PORT = { FOYER_PORT: "0" };

/** How each program would be started, and the settings that were read. */
export type Started = {
  readonly programs: ReadonlyMap<string, Program>;
  readonly setup: NodeJS.ProcessEnv | undefined;
  readonly operator: OperatorSettings;
};

/** Starts a sandbox or a remote shop with processes that only record how they would be started. */
export async function startedWith(data: string, environment: Variables): Promise<Started> {
  const ports = environment.TICKETING_URL
    ? ANY_PORT
    : { ...ANY_PORT, FOYER_SERVICE_PORT: "0", FOYER_PROCESSOR_PORT: "0", FOYER_MAIL_PORT: "0" };
  const operator = readOperatorSettings({ ...ports, ...environment });
  const programs = new Map<string, Program>();
  const processes: Processes = {
    start: async (program) => {
      programs.set(program.name, program);
      return "{}";
    },
    stop: async () => {},
    killAll: () => {},
    death: new Promise(() => {}),
  };
  const options = { node: process.execPath, data, operator, processes };
  if (operator.isRemote) {
    await createRemote(options).startAll({}, "key");
    return { programs, operator, setup: undefined };
  }
  const databaseUrl = operator.databaseUrl ?? "";
  const sandbox = createSandbox(options);
  await sandbox.startAll({ databaseUrl, accounts: { account: 1, shopUser: "shop" } }, "key");
  return { programs, operator, setup: sandbox.setupSettings(databaseUrl) };
}
