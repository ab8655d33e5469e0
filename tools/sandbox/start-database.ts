import { childEnvironment } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import type { Processes } from "#tools/lib/processes.ts";

/** The JSON that tools/postgres/main.ts prints. */
export type Database = {
  readonly url: string;
  readonly pid: number;
  readonly notes: readonly string[];
};

/** Starts the embedded PostgreSQL in the data folder. */
export async function startDatabase(processes: Pick<Processes, "start">, data: string): Promise<Database> {
  const line = await processes.start({
    name: "database",
    parameters: [fromRoot("tools", "postgres", "main.ts")],
    env: childEnvironment([], { FOYER_DATA: data }),
    firstLine: true,
  });
  return JSON.parse(line);
}
