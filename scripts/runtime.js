import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Fault } from "./fault.js";
import { inHouse } from "./house.js";

const WANTED = 24;

/** The Node that runs the house: the one that npm brought, or this one if it is new enough. */
export function findRuntime() {
  const brought = inHouse("node_modules", ".bin", "node");
  if (existsSync(brought) && majorOf(brought) >= WANTED) return brought;
  if (majorOf(process.execPath) >= WANTED) return process.execPath;
  throw new Fault(
    `For ${process.platform} on ${process.arch} npm brings no Node ${WANTED}. Install Node ${WANTED} or newer, then start again.`,
  );
}

/** Zero for a program that does not run here, such as one for another C library. */
function majorOf(node) {
  try {
    const version = execFileSync(node, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return Number.parseInt(version.slice(1), 10);
  } catch {
    return 0;
  }
}
