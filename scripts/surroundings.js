import { X509Certificate } from "node:crypto";
import { accessSync, constants, readFileSync } from "node:fs";
import { connect } from "node:net";
import { Fault } from "./fault.js";
import { root } from "./house.js";
import { choosePorts } from "./ports.js";
import { lastLines, run } from "./run.js";
import { checkTicketing } from "./ticketing-check.js";

const CONNECT_MS = 5_000;
const DATABASE_PORT = 5432;
/** Two for each setting that may be wrong. */
const LINES_SAID = 80;

/**
 * Checks what the operator's settings point at: files, ports, the ticketing service with its credential, the database.
 * It needs no package, so that it runs before anything is installed or built. Throws a Fault that names the setting.
 */
export async function checkSurroundings(operator) {
  const { BRAND_LOGO, BRAND_LOGO_DARK, TICKETING_CA } = operator.storefront;
  for (const [name, file] of Object.entries({ BRAND_LOGO, BRAND_LOGO_DARK, TICKETING_CA })) {
    if (file) stopUnlessReadable(name, file);
  }
  if (TICKETING_CA) stopUnlessCertificate(TICKETING_CA);
  const { storefront } = operator.ports;
  await choosePorts(operator.isRemote ? { storefront } : operator.ports, operator);
  if (operator.isRemote) await checkTicketing(operator.storefront);
  if (operator.databaseUrl) await stopUnlessListening(operator.databaseUrl);
}

const CHECK = `import { faultsOf } from "#lib/env.ts";
  const faults = faultsOf(process.env);
  if (faults !== undefined) { console.error(faults); process.exit(1); }`;

/** Holds every setting that the storefront will get against its own rules, before it is built. */
export async function checkStorefrontSettings(node, env) {
  const parameters = ["--conditions=react-server", "--input-type=module", "-e", CHECK];
  const { code, output } = await run(node, parameters, { cwd: root, env });
  if (code !== 0) throw new Fault(`These settings do not fit together:\n${lastLines(output, LINES_SAID)}`);
}

function stopUnlessReadable(name, file) {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new Fault(`${name}: ${file} cannot be read (${error.code}).`);
  }
}

function stopUnlessCertificate(file) {
  try {
    new X509Certificate(readFileSync(file));
  } catch {
    throw new Fault(`TICKETING_CA: ${file} holds no certificate in PEM form.`);
  }
}

/** Whether the server lets us in is for the setup to find out; that there is one can be told at once. */
async function stopUnlessListening(databaseUrl) {
  const place = placeOf(databaseUrl);
  if (place === undefined) return;
  const failure = await new Promise((resolve) => {
    const socket = connect({ ...place, timeout: CONNECT_MS });
    const end = (what) => {
      socket.destroy();
      resolve(what);
    };
    socket.on("connect", () => end(undefined));
    socket.on("error", ({ code }) => end(code));
    socket.on("timeout", () => end(`no answer within ${CONNECT_MS / 1000} s`));
  });
  if (failure) throw new Fault(`DATABASE_URL: ${place.host}:${place.port} does not answer (${failure}).`);
}

/** Undefined for a socket's folder, several hosts or none: those are for the driver to read. */
function placeOf(databaseUrl) {
  if (!URL.canParse(databaseUrl)) return undefined;
  const { hostname, port, searchParams } = new URL(databaseUrl);
  if (hostname === "" || searchParams.has("host")) return undefined;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || DATABASE_PORT };
}
