import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Orders, Tally } from "./orders.ts";

const PROCESSES = 2;

/** Starts two service processes, lets them all begin at the same moment, and adds up what their clients were answered. */
export async function race(orders: Orders): Promise<Tally> {
  const clients = orders.clients / PROCESSES;
  const processes = await Promise.all(Array.from({ length: PROCESSES }, () => ready({ ...orders, clients })));
  const tallies = processes.map(async (child) => {
    const [tally] = await once(child, "message");
    await once(child, "exit");
    return tally as Tally;
  });
  for (const child of processes) child.send("go");
  return (await Promise.all(tallies)).reduce(add, {});
}

async function ready(orders: Orders): Promise<ChildProcess> {
  const file = fileURLToPath(import.meta.resolve("#test/race/clients.ts"));
  const child = fork(file, [JSON.stringify(orders)], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await once(child, "message");
  return child;
}

function add(sum: Tally, tally: Tally): Tally {
  for (const [answer, count] of Object.entries(tally)) sum[answer] = (sum[answer] ?? 0) + count;
  return sum;
}
