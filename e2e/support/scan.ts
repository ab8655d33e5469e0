import { readdir, readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { encodingsOf, leaksIn, type Needle, REAL_CARD } from "#e2e/tools/leak-scan.ts";
import type { Configuration } from "./target/env.ts";
import { isTestCard } from "./target/target.ts";

/** A file that contained a secret, and which. */
export type LeakyFile = { readonly file: string; readonly needles: readonly string[] };

/** The logs of a sandbox, which it copies after the run. Tests of their own search them. */
const LOGS = /^logs[\\/]/;
/** A shorter text occurs by chance in any large file. */
const BYTES_MIN = 6;
/** A credential in a header, as header lines and as traces have it. */
const AUTHORISATION = /authorization(?:"\s*,\s*"value)?"?\s*:\s*"?(?:Basic|Bearer) [\w+/=.-]{8,}/i;

/** Searches every file below a folder, in archives too. Deletes those that contain a secret of the run, and returns them. */
export async function deleteLeaks(folder: string, env: Configuration): Promise<readonly LeakyFile[]> {
  const needles = needlesOfRun(env);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const leaky: LeakyFile[] = [];
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const file = relative(folder, path);
    const found = LOGS.test(file) ? [] : leaksOf(file, await readFile(path), needles);
    if (found.length === 0) continue;
    await rm(path);
    leaky.push({ file, needles: found });
  }
  return leaky;
}

/** A file that cannot be searched, such as a damaged archive, counts as one that contains a secret. */
function leaksOf(file: string, bytes: Buffer, needles: readonly Needle[]): readonly string[] {
  try {
    return [...new Set(leaksIn(file, bytes, needles).map(({ needle }) => needle))];
  } catch (error) {
    return [`it cannot be searched: ${error}`];
  }
}

/** Returns what no artefact may contain: passwords and keys of the settings, cards off the test list, credentials in headers. */
function needlesOfRun(env: Configuration): readonly Needle[] {
  const cards = [env.goodCard.number, env.badCard.number].filter((card) => !isTestCard(card));
  const { proxy = "http://none", serviceLogin, basicLogin, sandbox } = env;
  const secrets: readonly (readonly [name: string, secret: string])[] = [
    ["the password of E2E_SERVICE_LOGIN", serviceLogin?.password ?? ""],
    ["E2E_SERVICE_LOGIN", serviceLogin ? `${serviceLogin.user}:${serviceLogin.password}` : ""],
    ["the password of E2E_BASIC_LOGIN", basicLogin?.password ?? ""],
    ["E2E_BASIC_LOGIN", basicLogin ? `${basicLogin.user}:${basicLogin.password}` : ""],
    ["the password of E2E_PROXY", decodeURIComponent(new URL(proxy).password)],
    ...(sandbox?.cookieKeys ?? "").split(",").map((key) => ["a cookie key", key] as const),
    ...cards.flatMap((card) => [card, card.replace(/\D/g, "")].map((text) => ["a card of the run", text] as const)),
  ];
  return [
    ...secrets
      .flatMap(([name, secret]) => encodingsOf(name, secret))
      .filter(({ bytes }) => bytes.length >= BYTES_MIN)
      .map(({ name, bytes }) => ({ name, isIn: (hay: Buffer) => hay.includes(bytes) })),
    REAL_CARD,
    { name: "a credential in a header", isIn: (hay) => AUTHORISATION.test(hay.toString("latin1")) },
  ];
}
