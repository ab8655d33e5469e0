import { isBuilt } from "./launcher/build.ts";
import { buildFaults, readBuildSettings } from "./launcher/build-settings.ts";
import { stopAtFaults } from "./launcher/preflight.ts";
import { PROGRAM_NAMES, productionProgram, replaceBy, runInForeground } from "./launcher/production.ts";
import { misspeltIn, wrongPortsIn } from "./launcher/setting-names.js";
import { explain, Fault } from "./lib/fault.ts";

/**
 * `npm run serve`: runs storefront, service and worker for real sales, or those that are named, with the settings of this
 * environment and no others. It builds nothing, generates no secret, and ends when one of its programs ends. A single program takes the
 * place of this process.
 */
try {
  const node = process.execPath;
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !PROGRAM_NAMES.some((known) => known === name));
  if (unknown !== undefined)
    throw new Fault(`There is no program ${unknown}: name ${PROGRAM_NAMES.join(", ")}, or none for all three.`);
  // In the order in which they are stopped.
  const programs = PROGRAM_NAMES.filter((name) => names.length === 0 || names.includes(name)).map((name, at) =>
    productionProgram(name, process.env, at),
  );
  const storefront = programs.find(({ name }) => name === "storefront")?.env;
  const service = programs.find(({ name }) => name !== "storefront")?.env;
  await stopAtFaults(node, { ...(storefront && { storefront }), service }, [
    ...(storefront ? buildFaults(process.env) : misspeltIn(process.env)),
    ...wrongPortsIn(process.env, { isService: service !== undefined }),
  ]);
  if (storefront && !isBuilt(node, readBuildSettings()))
    throw new Fault("The storefront is not built from these sources and settings. Build it first: npm run build");
  const [program, another] = programs;
  if (program !== undefined && another === undefined) replaceBy(node, program);
  process.exit(await runInForeground(node, programs));
} catch (error) {
  process.exit(explain(error));
}
