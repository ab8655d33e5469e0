import "./require-node.js";
import { findBrowser, seeBrowser } from "./browser.js";
import { buildStorefront } from "./build.js";
import { explain, Fault } from "./fault.js";
import { inHouse, root } from "./house.js";
import { installPackages } from "./install.js";
import { run } from "./run.js";
import { findRuntime } from "./runtime.js";
import { say, step } from "./say.js";
import { onSignal } from "./signals.js";
import { EXIT, exitCodeOf, handshakeRefusal, storyEnvironment, tellStories, toldAbout } from "./stories.js";
import { openTestHouse } from "./test-house.js";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** `npm run e2e`: the browser stories, against the address in the environment or against a sandbox of our own. */
async function e2e(signals) {
  const parameters = process.argv.slice(2);
  const node = await orUnusable(async () => {
    await installPackages();
    return findRuntime();
  });
  if (parameters.includes("--doctor")) process.exit(await doctor(node));
  const told = { E2E_BROWSER: await findBrowser(node) };
  const exitCode = process.env.E2E_ADDRESS
    ? await against(node, { ...fromEnvironment(), ...told }, parameters)
    : await inSandbox(node, told, parameters, signals);
  process.exit(exitCode);
}

/** `npm run e2e -- --doctor`: what the stories would be told, and what of it answers. It starts and writes nothing. */
async function doctor(node) {
  const browser = seeBrowser(node);
  const [told, parameters] = process.env.E2E_ADDRESS
    ? [{ ...fromEnvironment(), ...(browser && { E2E_BROWSER: browser }) }, []]
    : [{}, browser ? ["--own", browser] : ["--own"]];
  const options = { cwd: root, env: storyEnvironment(told) };
  const { code, output } = await run(node, [inHouse("e2e", "doctor.ts"), ...parameters], options);
  say(output.trimEnd());
  return code === 0 ? EXIT.passed : EXIT.unusable;
}

async function inSandbox(node, told, parameters, signals) {
  const house = await orUnusable(() => openTestHouse(node, signals));
  try {
    const prepared = await step("Preparing a database", house.prepare);
    const actionsKey = await buildStorefront({ node, data: house.data });
    const { addresses } = await step("Starting", () => house.startAll(prepared, actionsKey));
    return await against(node, { ...toldAbout(addresses), ...told }, parameters);
  } finally {
    await house.close();
  }
}

/** What fails here is the machine: no disk, no packages, no runtime. The product has not been asked yet. */
async function orUnusable(work) {
  try {
    return await work();
  } catch (error) {
    const { message, cause } = error;
    throw error instanceof Fault ? new Fault(message, { exitCode: EXIT.unusable, cause }) : error;
  }
}

async function against(node, told, parameters) {
  const env = storyEnvironment(told);
  const refusal = await handshakeRefusal(node, env);
  if (refusal) throw new Fault(refusal, { exitCode: EXIT.unusable });

  const { passed, failed, skipped, code } = await tellStories(node, env, parameters);
  if (skipped > 0) say(`${skipped} skipped: that is not passed.`);
  say(`${passed} passed, ${failed} failed`);
  return exitCodeOf({ failed, code }, process.env.E2E_ADDRESS ? () => handshakeRefusal(node, env) : undefined);
}

/** Everything for the stories is told by names that begin alike. A remote system is handled with care unless told otherwise. */
function fromEnvironment() {
  const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("E2E_")));
  return { E2E_PROJECT: isLoopback(given.E2E_ADDRESS) ? "sandbox" : "uat", ...given };
}

function isLoopback(address) {
  try {
    return LOOPBACK.test(new URL(address).hostname);
  } catch {
    throw new Fault(`E2E_ADDRESS is not an address: ${address}`, { exitCode: EXIT.unusable });
  }
}

const signals = onSignal({ exitCode: 130 });
try {
  await e2e(signals);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
