import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { dirname, resolve } from "node:path";
import { codeOf, Fault } from "#scripts/lib/fault.ts";
import { root } from "#scripts/lib/files.ts";
import { ask, choosePorts } from "#scripts/lib/ports.ts";
import { lastLines, run, type Variables } from "#scripts/lib/run.ts";
import type { OperatorSettings } from "./settings.ts";

const CONNECT_MS = 5_000;
/** With the look at the service, what is wrong is said within ten seconds. */
const SIGN_IN_MS = 4_500;
/** From when its process has started, which takes a second or two, longer where the machine is busy. */
const LOOK_MS = 3_000;
const LOOK_MS_MAX = 15_000;
const DATABASE_PORT = 5432;
/** Up to two lines for each wrong setting. */
const LINES_SHOWN = 80;
const NOT_TRUSTED = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;

/**
 * Checks what the operator's settings refer to: files, ports, the ticketing service and its credential, the database.
 * Throws a Fault that names the setting.
 */
export async function runPreflightChecks(operator: OperatorSettings): Promise<void> {
  const faults = fileFaults(operator);
  if (faults.length > 0) throw new Fault(faults.join("\n"));
  const { storefront } = operator.ports;
  await choosePorts(operator.isRemote ? { storefront } : operator.ports, operator);
  if (operator.isRemote) await checkTicketing(operator.storefront);
  if (operator.databaseUrl) await stopUnlessListening(operator.databaseUrl);
}

/** The settings of the storefront, and those of the service in a sandbox. */
type Programs = { readonly storefront?: NodeJS.ProcessEnv; readonly service?: NodeJS.ProcessEnv | undefined };

/** Each program checks its settings by its own schema, in a process with them alone. */
const CHECKS = {
  storefront: 'import { faultsOf } from "#lib/env.ts"; const faults = faultsOf(process.env);',
  service: `import { readSettings } from "#service/src/settings.ts";
    const settings = readSettings(); const faults = typeof settings === "string" ? settings : undefined;`,
  looks: `import { z } from "zod"; import { settingsSchema } from "#lib/env.ts";
    const { error } = settingsSchema.partial().safeParse(process.env); const faults = error && z.prettifyError(error);`,
  values: `import { z } from "zod"; import { settingsSchema } from "#lib/env.ts"; import { serviceSettings } from "#service/src/settings.ts";
    const found = [settingsSchema, serviceSettings].map((schema) => schema.partial().safeParse(process.env).error);
    const wrong = found.filter(Boolean); const faults = wrong.length === 0 ? undefined : wrong.map(z.prettifyError).join("\\n");`,
};

/**
 * Returns what is wrong with the settings of a program, those of the look alone, or the values that are given to either program, in
 * lines; an empty text when nothing is.
 */
export async function faultsIn(program: keyof typeof CHECKS, node: string, env: NodeJS.ProcessEnv): Promise<string> {
  const check = `${CHECKS[program]} if (faults !== undefined) { console.error(faults); process.exit(1); }`;
  const parameters = ["--conditions=react-server", "--input-type=module", "-e", check];
  const { code, output } = await run(node, parameters, { cwd: root, env });
  return code === 0 ? "" : lastLines(output, LINES_SHOWN);
}

/** Throws a Fault with these lines and all that is wrong with the settings of the programs, if anything is. */
export async function stopAtFaults(
  node: string,
  { storefront, service }: Programs,
  lines: readonly string[] = [],
): Promise<void> {
  const found = await Promise.all([
    storefront && faultsIn("storefront", node, storefront),
    service && faultsIn("service", node, service),
  ]);
  const faults = [...lines, ...found.filter(Boolean)];
  if (faults.length > 0) throw new Fault(`These settings are wrong:\n${faults.join("\n")}`);
}

/** Checks the settings of one program. Throws a Fault with a line for each wrong one. */
export const checkSettingsOf = (program: "storefront" | "service", node: string, env: NodeJS.ProcessEnv) =>
  stopAtFaults(node, { [program]: env });

/** Returns a line for each setting whose file cannot be used, or whose folder cannot be made. Writes nothing. */
export function fileFaults({ storefront, dataFolder }: OperatorSettings): readonly string[] {
  const { BRAND_LOGO, BRAND_LOGO_DARK, TICKETING_CA } = storefront;
  const files = Object.entries({ BRAND_LOGO, BRAND_LOGO_DARK, TICKETING_CA });
  return [
    ...files.flatMap(([name, file]) => (file === undefined ? [] : faultOfFile(name, file))),
    ...(dataFolder === undefined ? [] : faultOfFolder(resolve(dataFolder))),
  ];
}

function faultOfFile(name: string, file: string): readonly string[] {
  try {
    const content = readFileSync(file);
    if (name === "TICKETING_CA" && !isCertificate(content))
      return [`TICKETING_CA: ${file} has no certificate in PEM form.`];
    return [];
  } catch (error) {
    return [`${name}: ${file} cannot be read (${codeOf(error)}).`];
  }
}

function isCertificate(content: Buffer): boolean {
  try {
    return new X509Certificate(content).subject !== undefined;
  } catch {
    return false;
  }
}

/** Looks at the nearest folder that exists, in which the others would be made. */
function faultOfFolder(folder: string): readonly string[] {
  if (!existsSync(folder)) return dirname(folder) === folder ? [] : faultOfFolder(dirname(folder));
  try {
    if (!statSync(folder).isDirectory()) return [`FOYER_DATA: ${folder} is a file: name a folder.`];
    accessSync(folder, constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    return [`FOYER_DATA: ${folder} cannot be written to (${codeOf(error)}): name another folder.`];
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

/** As for a check of settings, in a process with the settings of the storefront alone. */
const LOOK = `import * as look from "#lib/catalogue/first-look.ts"; import * as found from "#lib/ticketing/client/unreadable.ts";
  import { setTimeout as pause } from "node:timers/promises";
  const status = (await Promise.race([look.firstLook(), pause(${LOOK_MS})])) ?? "ready";
  console.log(JSON.stringify({ status, unreadable: found.unreadableAnswers().map(found.describeUnreadable) }));
  process.exit();`;

/**
 * Reads the first events of the ticketing service as a storefront with these settings does at its start, which a build may delay by
 * minutes. Returns what /api/ready will say or, where the service takes longer, what was found so far.
 */
export async function lookAtService(node: string, env: NodeJS.ProcessEnv): Promise<string> {
  const parameters = ["--conditions=react-server", "--input-type=module", "-e", LOOK];
  const { output } = await run(node, parameters, {
    cwd: root,
    env: { ...env, LOG_LEVEL: "alarm" },
    timeout: LOOK_MS_MAX,
  });
  return output.trim().split("\n").at(-1) ?? "";
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
  if (hostname === "" || hostname.includes(",") || searchParams.has("host")) return;
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
