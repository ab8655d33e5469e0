import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { NoAnswer, openClient } from "#service/conformance/client.ts";
import { createKit, type Kit } from "#service/conformance/kit.ts";
import { createMask, type Result, runStatements, STATEMENTS, UnusableTarget } from "#service/conformance/run.ts";
import { MARKS, type Mark } from "#service/conformance/statement.ts";
import { Fault, reasonOf } from "./lib/fault.ts";
import { runCommand, type Signals } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";

const EXIT = { passed: 0, failed: 1, cannotRun: 2 };
const USAGE = `npm run conformance -- --address https://uat.tickets.example/api/v2 --user shop
  The password comes from CONFORMANCE_PASSWORD. docs/conformance.md describes every option.`;
const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;
const PARAMETERS = {
  address: TEXT,
  user: TEXT,
  account: TEXT,
  event: TEXT,
  ca: TEXT,
  timeout: TEXT,
  only: TEXT,
  marks: TEXT,
  json: TEXT,
  writes: FLAG,
  "confirm-host": TEXT,
  "good-card": TEXT,
  "bad-card": TEXT,
  help: FLAG,
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const TIMEOUT_MS_MAX = 120_000;
/** Codes of a certificate that is not accepted. */
const TLS_CODE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|DEPTH_ZERO|ERR_TLS|ERR_SSL/;
const titleOf = ({ id, mark, says, isNeeded }: Pick<Result, "id" | "mark" | "says" | "isNeeded">) =>
  `${id.padEnd(7)}  ${isNeeded ? "needed" : "      "}  ${mark.padEnd(13)}  ${says.replaceAll("`", "")}`;

/** `npm run conformance`: prints for each statement of the interface whether a service meets it. */
async function conformance(signals: Signals): Promise<number> {
  if (process.argv.includes("--list")) {
    for (const statement of STATEMENTS) print(titleOf(statement));
    return EXIT.passed;
  }
  const options = readOptions();
  const mask = createMask(options, Object.values(options.cards));
  const say = (line = "") => print(mask(line));
  const statements = STATEMENTS.filter(
    ({ id, mark }) =>
      options.marks.includes(mark) && (options.only.length === 0 || options.only.some((one) => id.startsWith(one))),
  );
  if (statements.length === 0)
    throw cannotRun(`--only: no statement of these marks begins with ${options.only.join(" or ")}.`);

  const client = openClient(options);
  const kit = createKit(client, options);
  const results: Result[] = [];
  const finish = async () => {
    client.halt();
    await client.settled();
    await kit.leftovers.removeAll();
    const { made, left } = kit.leftovers.report();
    if (made > 0) say(`\nMade: ${made}. Removed: ${made - left.length}. Left: ${left.length}.`);
    for (const { what, why } of left) say(`  left: ${what} (${why})`);
    await client.close();
  };
  try {
    await requireUsable(kit, options);
    const extent = `${options.writes ? "with writes" : "reads only"}; ${options.marks.join(", ")}`;
    say(`${options.address} as ${options.user}, ${extent}\n`);
    signals.alsoStop(finish);
    await runStatements(statements, kit, {
      mask,
      onResult: (result) => {
        results.push(result);
        sayResult(result, say);
      },
    });
  } catch (error) {
    await signals.unlessStopping();
    await finish();
    throw error instanceof UnusableTarget ? cannotRun(mask(error.message)) : error;
  }
  await signals.unlessStopping();
  await finish();
  const count = (result: Result["result"]) => results.filter((one) => one.result === result).length;
  const counts = { passed: count("pass"), failed: count("fail"), notApplicable: count("not applicable") };
  if (options.json !== undefined) {
    const { address, user } = options;
    const report = { address, user, counts, left: kit.leftovers.report().left, statements: results };
    try {
      writeFileSync(options.json, mask(`${JSON.stringify(report, undefined, 2)}\n`));
    } catch {
      throw cannotRun(`--json: ${options.json} cannot be written.`);
    }
  }
  say(`\n${ofNeeded(results)}`);
  say(`${counts.passed} passed, ${counts.failed} failed, ${counts.notApplicable} not applicable`);
  return counts.failed === 0 ? EXIT.passed : EXIT.failed;
}

/** Says how much the service has of what the storefront needs. */
function ofNeeded(results: readonly Result[]): string {
  const needed = results.filter(({ isNeeded }) => isNeeded);
  const ids = (result: Result["result"]) => needed.filter((one) => one.result === result).map(({ id }) => id);
  const parts = [
    `${ids("pass").length} met`,
    ...(["fail", "not applicable"] as const).flatMap((result) => {
      const found = ids(result);
      const words = result === "fail" ? "not met" : "not checked";
      return found.length === 0 ? [] : [`${found.length} ${words} (${found.join(" ")})`];
    }),
  ];
  return `Of the ${needed.length} that the storefront needs: ${parts.join(", ")}`;
}

/** Throws UnusableTarget, with what to do, unless the service answers and knows the user. */
async function requireUsable(kit: Kit, { address, user, account }: Options): Promise<void> {
  const answer = await kit.catalogue.login().catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    if (TLS_CODE.test(error.code))
      throw new UnusableTarget(
        `The certificate of ${address} is not accepted (${error.code}). Name the file of a private authority by --ca.`,
      );
    throw new UnusableTarget(`${address} does not answer (${error.code}).`);
  });
  if (answer.status === 401 || answer.status === 403)
    throw new UnusableTarget(
      `${address} refuses the user ${user} (status ${answer.status}). Check --user and CONFORMANCE_PASSWORD.`,
    );
  if (answer.status === 429)
    throw new UnusableTarget(`${address} refuses the user ${user} for a while: too many failures.`);
  const isRead = answer.status === 200 && typeof answer.body === "object" && answer.body !== null;
  if (!isRead) {
    const came = answer.status === 200 ? "something else than a JSON object" : `status ${answer.status}`;
    throw new UnusableTarget(
      `${address} answers ${came} to ${answer.call}. Is --address the base address of the interface, up to and including /v2?`,
    );
  }
  if (account !== undefined && (await kit.catalogue.account()).status === 404)
    throw new UnusableTarget(`${address} has no account ${account} for the user ${user}. Check --account.`);
}

function sayResult(result: Result, say: (line: string) => void): void {
  const detail = (text: string | undefined) => text !== undefined && say(`        ${text}`);
  if (result.result === "pass") {
    say(`  pass  ${titleOf(result)}`);
    detail(result.remark);
  } else if (result.result === "not applicable") {
    say(`  n/a   ${titleOf(result)}`);
    detail(result.reason);
  } else {
    say(`  FAIL  ${titleOf(result)}`);
    detail(`expected: ${result.expected}`);
    detail(`came:     ${result.came}`);
    detail(result.call && `call:     ${result.call} → ${result.status}`);
    detail(result.excerpt && `answer:   ${result.excerpt.replaceAll("\n", " ")}`);
  }
}

type Options = ReturnType<typeof readOptions>;

/** Reads the options of the command line. Throws a Fault for a wrong one. */
function readOptions() {
  const values = parsed();
  const { user, writes = false, ca, json } = values;
  if (values.help) throw cannotRun(USAGE);
  if (values.address === undefined || user === undefined) throw cannotRun(`Name --address and --user.\n  ${USAGE}`);
  const address = addressOf(values.address);
  const password = process.env.CONFORMANCE_PASSWORD;
  if (!password) throw cannotRun("Set CONFORMANCE_PASSWORD to the user's password.");
  if (writes) requireConfirmed(address, values["confirm-host"]);
  const numberOf = (name: "account" | "event" | "timeout") => {
    const text = values[name];
    if (text !== undefined && !/^[1-9]\d{0,14}$/.test(text)) throw cannotRun(`--${name} is a number.`);
    return text === undefined ? undefined : Number(text);
  };
  const cardOf = (name: "good-card" | "bad-card") => {
    const digits = values[name]?.replace(/[ -]/g, "");
    if (digits !== undefined && !/^\d{12,19}$/.test(digits))
      throw cannotRun(`--${name} is a card number of 12 to 19 digits.`);
    return digits;
  };
  const cards = { good: cardOf("good-card"), bad: cardOf("bad-card") };
  if (!writes && (cards.good ?? cards.bad) !== undefined)
    throw cannotRun("A card needs --writes: without it nothing is paid.");
  const timeoutMs = numberOf("timeout") ?? 15_000;
  if (timeoutMs > TIMEOUT_MS_MAX) throw cannotRun(`--timeout is a number of milliseconds, at most ${TIMEOUT_MS_MAX}.`);
  return {
    address,
    user,
    password,
    writes,
    cards,
    timeoutMs,
    json,
    account: numberOf("account"),
    event: numberOf("event"),
    ...(ca !== undefined && { ca: readAuthority(ca) }),
    /** Beginnings of statement ids, such as RES or CAR-04. Empty for all. */
    only: wordsOf(values.only).map((one) => one.toUpperCase()),
    marks: marksOf(values.marks),
  };
}

const wordsOf = (text = ""): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

function marksOf(text: string | undefined): readonly Mark[] {
  const wanted = text === undefined ? MARKS : wordsOf(text);
  const found = MARKS.filter((mark) => wanted.includes(mark));
  if (found.length === 0 || found.length < wanted.length)
    throw cannotRun(`--marks has some of ${MARKS.join(", ")}, with commas between them.`);
  return found;
}

function parsed() {
  try {
    return parseArgs({ options: PARAMETERS }).values;
  } catch (error) {
    // Node's message names the option, not its value.
    throw cannotRun(`${error instanceof Error ? error.message : String(error)}\n  ${USAGE}`);
  }
}

function addressOf(text: string): string {
  if (!URL.canParse(text))
    throw cannotRun("--address is not an address. It looks like https://uat.tickets.example/api/v2.");
  const { username, password, protocol, hostname, host, origin, pathname, search, hash } = new URL(text);
  if (username !== "" || password !== "")
    throw cannotRun(
      "--address has a user name or password in it. Name the user by --user, and set CONFORMANCE_PASSWORD.",
    );
  if (protocol === "http:" && !LOOPBACK.test(hostname))
    throw cannotRun(`--address is plain http, so the password would be sent in clear to ${host}. Use https.`);
  if (!/^https?:$/.test(protocol)) throw cannotRun("--address begins with https://.");
  if (search !== "" || hash !== "") throw cannotRun("--address ends with the version: it has no ? and no #.");
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

/** A ticketing service says nowhere whether it is a test system, so its operator's name for it is the safeguard. */
function requireConfirmed(address: string, confirmed: string | undefined): void {
  const { host, hostname } = new URL(address);
  if (confirmed === host || confirmed === hostname) return;
  const was = confirmed === undefined ? "" : ` --confirm-host names ${confirmed}, which is another host.`;
  throw cannotRun(
    `--writes reserves places, and with a card it buys tickets. Only for a test system.${was}\n  If ${host} is one, add --confirm-host ${host}`,
  );
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw cannotRun(`--ca: ${file}: ${reasonOf(error)}.`);
  }
}

const cannotRun = (message: string) => new Fault(message, { exitCode: EXIT.cannotRun });

await runCommand(conformance);
