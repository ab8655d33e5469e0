import { readFileSync } from "node:fs";
import { request } from "node:https";
import type { Variables } from "#tools/lib/child-environment.ts";
import { codeOf, Fault } from "#tools/lib/fault.ts";

const TIMEOUT_MS = 10_000;
const NOT_TRUSTED = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;

/** Signs in to the ticketing service with the shop's credential. Throws a Fault that names the setting to correct. */
export async function checkTicketing({
  TICKETING_URL = "",
  TICKETING_USER,
  TICKETING_PASSWORD,
  TICKETING_ACCOUNT,
  TICKETING_CA,
}: Variables): Promise<void> {
  const url = `${TICKETING_URL.replace(/\/+$/, "")}/user/login`;
  const credential = Buffer.from(`${TICKETING_USER}:${TICKETING_PASSWORD}`).toString("base64");
  const { status, body, failure } = await signIn(url, credential, TICKETING_CA);
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

type Answer = { readonly status: number; readonly body: string; readonly failure?: string };

function signIn(url: string, credential: string, caFile: string | undefined): Promise<Answer> {
  const json = "application/json";
  const options = {
    ...{ agent: false, timeout: TIMEOUT_MS, ...(caFile && { ca: readFileSync(caFile) }) },
    headers: { Authorization: `Basic ${credential}`, "Content-Type": json, Accept: json, Accepts: json },
  };
  return new Promise((resolve) => {
    const call = request(url, options, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on("timeout", () => call.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    call.on("error", (error) => resolve({ status: 0, body: "", failure: codeOf(error) ?? error.message }));
    call.end();
  });
}
