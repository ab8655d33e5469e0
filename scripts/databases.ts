import {
  findLeftDatabases,
  type LeftDatabase,
  listLeftDatabases,
  removeLeftDatabases,
} from "#service/sandbox/postgres/left-databases.ts";
import { Fault } from "./lib/fault.ts";
import { runCommand } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";

const USAGE = `npm run databases                    lists the databases whose checkout is not there any more
npm run databases -- remove id …     shows those that are named once more, and with --yes removes them`;
const YES = "--yes";

/**
 * `npm run databases`: lists the databases that starts by root have put outside of data folders that are gone, and removes those that
 * are named. Nothing else removes a database: its folder may be on a disk that is not mounted.
 */
await runCommand(async () => {
  const [command, ...named] = process.argv.slice(2);
  const ids = named.filter((word) => word !== YES);
  if (command === undefined) for (const line of described(listLeftDatabases())) print(line);
  else if (command === "remove" && ids.length > 0) remove(ids, named.includes(YES));
  else throw new Fault(USAGE);
  return 0;
});

function described(left: readonly LeftDatabase[]): readonly string[] {
  if (left.length === 0) return ["No database is left of a checkout that is gone."];
  return [
    "The data folders of these databases are gone. One that was only moved is not listed any more after a start from its new place.",
    "",
    ...left.map(rowOf),
    "",
    "npm run databases -- remove id …",
  ];
}

function rowOf({ id, dataFolder, bytes, lastUsed }: LeftDatabase): string {
  const day = lastUsed?.toISOString().slice(0, 10) ?? "never";
  return `  ${id}  ${String(Math.ceil(bytes / 1e6)).padStart(6)} MB  last used ${day.padEnd(10)}  ${dataFolder}`;
}

function remove(ids: readonly string[], isSure: boolean): void {
  const found = checked(ids);
  if (!isSure)
    throw new Fault(
      ["These would be removed for good, also where a folder was only moved or is on a disk that is not mounted:", ""]
        .concat(found.map(rowOf))
        .concat("", `With ${YES} at the end they are removed.`)
        .join("\n"),
    );
  removeLeftDatabases(found);
  print(`Removed ${found.map(({ id }) => id).join(", ")}.`);
}

function checked(ids: readonly string[]): readonly LeftDatabase[] {
  try {
    return findLeftDatabases(ids);
  } catch (error) {
    throw new Fault(`${error instanceof Error ? error.message : error} Nothing was removed.`, { cause: error });
  }
}
