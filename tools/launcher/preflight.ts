import { X509Certificate } from "node:crypto";
import { accessSync, constants, readFileSync } from "node:fs";
import { connect } from "node:net";
import { codeOf, Fault } from "#tools/lib/fault.ts";
import { root } from "#tools/lib/paths.ts";
import { choosePorts } from "#tools/lib/ports.ts";
import { lastLines, run } from "#tools/lib/run.ts";
import type { OperatorSettings } from "./settings.ts";
import { checkTicketing } from "./ticketing-check.ts";

const CONNECT_MS = 5_000;
const DATABASE_PORT = 5432;
/** Up to two lines for each wrong setting. */
const LINES_SHOWN = 80;

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

/** Throws a Fault unless a server listens. The setup checks the credential. */
async function stopUnlessListening(databaseUrl: string): Promise<void> {
  const host = hostOf(databaseUrl);
  if (host === undefined) return;
  const failure = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ ...host, timeout: CONNECT_MS });
    const end = (failure: string | undefined) => {
      socket.destroy();
      resolve(failure);
    };
    socket.on("connect", () => end(undefined));
    socket.on("error", (error) => end(codeOf(error)));
    socket.on("timeout", () => end(`no answer within ${CONNECT_MS / 1000} s`));
  });
  if (failure) throw new Fault(`DATABASE_URL: ${host.host}:${host.port} does not answer (${failure}).`);
}

/** Returns the host and the port, or `undefined` for a socket's folder, several hosts or none, which only the driver parses. */
function hostOf(databaseUrl: string): { readonly host: string; readonly port: number } | undefined {
  if (!URL.canParse(databaseUrl)) return undefined;
  const { hostname, port, searchParams } = new URL(databaseUrl);
  if (hostname === "" || searchParams.has("host")) return undefined;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || DATABASE_PORT };
}
