import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants, readFileSync } from "node:fs";
import { connect } from "node:net";
import { codeOf, Fault } from "#scripts/lib/fault.ts";
import { root } from "#scripts/lib/files.ts";
import { ask, choosePorts } from "#scripts/lib/ports.ts";
import { lastLines, run, type Variables } from "#scripts/lib/run.ts";
import type { OperatorSettings } from "./settings.ts";

const CONNECT_MS = 5_000;
const SIGN_IN_MS = 10_000;
const DATABASE_PORT = 5432;
/** Up to two lines for each wrong setting. */
const LINES_SHOWN = 80;
const NOT_TRUSTED = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;

/**
 * Checks what the operator's settings refer to: files, ports, the ticketing service and its credential, the database.
 * Throws a Fault that names the setting.
 */
export async function runPreflightChecks(operator: OperatorSettings): Promise<void> {
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

/** Each program checks its settings by its own schema, in a process with them alone. */
const CHECKS = {
  storefront: 'import { faultsOf } from "#lib/env.ts"; const faults = faultsOf(process.env);',
  service: `import { readSettings } from "#service/src/settings.ts";
    const settings = readSettings(); const faults = typeof settings === "string" ? settings : undefined;`,
  looks: `import { z } from "zod"; import { settingsSchema } from "#lib/env.ts";
    const { error } = settingsSchema.partial().safeParse(process.env); const faults = error && z.prettifyError(error);`,
};

/** Checks the settings of a program, or those of the look alone. Throws a Fault with a line for each wrong one. */
export async function checkSettingsOf(
  program: keyof typeof CHECKS,
  node: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const check = `${CHECKS[program]} if (faults !== undefined) { console.error(faults); process.exit(1); }`;
  const parameters = ["--conditions=react-server", "--input-type=module", "-e", check];
  const { code, output } = await run(node, parameters, { cwd: root, env });
  if (code !== 0) throw new Fault(`These settings are wrong:\n${lastLines(output, LINES_SHOWN)}`);
}

function stopUnlessReadable(name: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new Fault(`${name}: ${file} cannot be read (${codeOf(error)}).`);
  }
}

function stopUnlessCertificate(file: string): void {
  try {
    new X509Certificate(readFileSync(file));
  } catch {
    throw new Fault(`TICKETING_CA: ${file} has no certificate in PEM form.`);
  }
}

/** Signs in to the ticketing service with the shop's credential. Throws a Fault that names the setting to correct. */
async function checkTicketing(settings: Variables): Promise<void> {
  const { TICKETING_URL = "", TICKETING_USER, TICKETING_PASSWORD, TICKETING_ACCOUNT, TICKETING_CA } = settings;
  const url = `${TICKETING_URL.replace(/\/+$/, "")}/user/login`;
  const credential = Buffer.from(`${TICKETING_USER}:${TICKETING_PASSWORD}`).toString("base64");
  const json = "application/json";
  const headers = { Authorization: `Basic ${credential}`, "Content-Type": json, Accept: json, Accepts: json };
  const { status, body, failure } = await ask(url, { ca: TICKETING_CA, headers, timeoutMs: SIGN_IN_MS });
  if (NOT_TRUSTED.test(failure ?? ""))
    throw new Fault(
      `TICKETING_CA: the certificate of ${TICKETING_URL} is not trusted (${failure}). Set it to the file of its authority.`,
    );
  if (failure) throw new Fault(`TICKETING_URL: ${TICKETING_URL} does not answer (${failure}).`);
  if (status === 401)
    throw new Fault(`TICKETING_USER, TICKETING_PASSWORD: ${TICKETING_URL} refuses this credential (401).`);
  if (status !== 200)
    throw new Fault(
      `TICKETING_URL: ${url} answers ${status} instead of 200. The setting goes up to and including the version, such as https://host/api/v2.`,
    );
  const account = accountIn(body);
  if (account !== undefined && account !== Number(TICKETING_ACCOUNT))
    throw new Fault(`TICKETING_ACCOUNT is ${TICKETING_ACCOUNT}, but ${TICKETING_USER} belongs to account ${account}.`);
}

/** Returns the id of the account, or `undefined` when the service omits it. */
function accountIn(body: string): number | undefined {
  try {
    const { id } = JSON.parse(body).account;
    return Number.isInteger(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Throws a Fault unless a server listens. The setup checks the credential. A socket's folder, several hosts or none are
 * skipped: only the driver parses them.
 */
async function stopUnlessListening(databaseUrl: string): Promise<void> {
  if (!URL.canParse(databaseUrl)) return;
  const { hostname, port: given, searchParams } = new URL(databaseUrl);
  if (hostname === "" || searchParams.has("host")) return;
  const [host, port] = [hostname.replace(/^\[|\]$/g, ""), Number(given) || DATABASE_PORT];
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_MS) });
  } catch (error) {
    const code = error instanceof Error && error.name === "AbortError" ? "no answer" : codeOf(error);
    throw new Fault(`DATABASE_URL: ${host}:${port} does not answer (${code}).`);
  } finally {
    socket.destroy();
  }
}
