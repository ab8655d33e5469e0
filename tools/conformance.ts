import { writeFileSync } from "node:fs";
import { NoAnswer, openClient } from "#test/conformance/client.ts";
import { createKit, type Kit } from "#test/conformance/kit.ts";
import { createMask, type Result, runStatements, UnusableTarget } from "#test/conformance/run.ts";
import { STATEMENTS } from "#test/conformance/statements.ts";
import { EXIT, type Options, readOptions } from "./conformance/options.ts";
import { explain, Fault } from "./lib/fault.ts";
import { onSignal, type Signals } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";

/** Codes of a certificate that is not accepted. */
const TLS_CODE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|DEPTH_ZERO|ERR_TLS|ERR_SSL/;

/** `npm run conformance`: prints for each statement of the interface whether a service meets it. */
async function conformance(options: Options, signals: Signals): Promise<number> {
  const mask = createMask(options, Object.values(options.cards));
  const say = (line = "") => print(mask(line));
  const statements = STATEMENTS.filter(
    ({ id }) => options.only.length === 0 || options.only.some((one) => id.startsWith(one)),
  );
  if (statements.length === 0)
    throw new Fault(`--only: no statement begins with ${options.only.join(" or ")}.`, { exitCode: EXIT.cannotRun });
  if (options.isPasswordVisible)
    console.error("Warning: --password is visible to other users of this machine. Set CONFORMANCE_PASSWORD instead.");

  const client = openClient(options);
  const kit = createKit(client, options);
  const results: Result[] = [];
  const finish = async () => {
    client.halt();
    await client.settled();
    await kit.leftovers.removeAll();
    sayLeftovers(kit, say);
    await client.close();
  };
  try {
    await requireUsable(kit, options);
    say(`${options.address} as ${options.user}, ${options.writes ? "with writes" : "reads only"}\n`);
    signals.alsoStop(finish);
    await runStatements(statements, kit, {
      mask,
      onResult: (result) => {
        results.push(result);
        for (const line of linesOf(result)) say(line);
      },
    });
  } catch (error) {
    await signals.unlessStopping();
    await finish();
    if (error instanceof UnusableTarget) throw new Fault(mask(error.message), { exitCode: EXIT.cannotRun });
    throw error;
  }
  await signals.unlessStopping();
  await finish();
  const count = (result: Result["result"]) => results.filter((one) => one.result === result).length;
  const counts = { passed: count("pass"), failed: count("fail"), notApplicable: count("not applicable") };
  if (options.json !== undefined) {
    const { address, user } = options;
    const report = { address, user, counts, left: kit.leftovers.report().left, statements: results };
    writeReport(options.json, mask(`${JSON.stringify(report, undefined, 2)}\n`));
  }
  say(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.notApplicable} not applicable`);
  return counts.failed === 0 ? EXIT.passed : EXIT.failed;
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
  if (answer.status >= 500) throw new UnusableTarget(`${address} answers ${answer.status} to ${answer.call}.`);
  if (account !== undefined && (await kit.catalogue.account()).status === 404)
    throw new UnusableTarget(`${address} has no account ${account} for the user ${user}. Check --account.`);
}

function sayLeftovers(kit: Kit, say: (line?: string) => void): void {
  const { made, left } = kit.leftovers.report();
  if (made === 0) return;
  say(`\nMade: ${made}. Removed: ${made - left.length}. Left: ${left.length}.`);
  for (const { what, why } of left) say(`  left: ${what} (${why})`);
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    throw new Fault(`--json: ${file} cannot be written.`, { exitCode: EXIT.cannotRun });
  }
}

/** Returns the lines of a statement's result for the terminal. */
function linesOf(result: Result): readonly string[] {
  const { id, mark, says } = result;
  const head = `${id}  ${mark.padEnd(13)}  ${says.replaceAll("`", "")}`;
  if (result.result === "pass") return [`  pass  ${head}`, ...indented(result.remark)];
  if (result.result === "not applicable") return [`  n/a   ${head}`, ...indented(result.reason)];
  return [
    `  FAIL  ${head}`,
    ...indented(`expected: ${result.expected}`),
    ...indented(`came:     ${result.came}`),
    ...indented(result.call && `call:     ${result.call} → ${result.status}`),
    ...indented(result.excerpt && `answer:   ${result.excerpt.replaceAll("\n", " ")}`),
  ];
}

const indented = (text: string | undefined) => (text === undefined ? [] : [`        ${text}`]);

if (process.argv.includes("--list")) {
  for (const { id, mark, says } of STATEMENTS) print(`${id}  ${mark.padEnd(13)}  ${says.replaceAll("`", "")}`);
  process.exit(EXIT.passed);
}
const signals = onSignal({ exitCode: EXIT.interrupted });
try {
  process.exit(await conformance(readOptions(process.argv.slice(2), process.env), signals));
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
