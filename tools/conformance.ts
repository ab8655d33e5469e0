import { writeFileSync } from "node:fs";
import { openClient } from "#test/conformance/client.ts";
import { createKit, type Kit } from "#test/conformance/kit.ts";
import { createMask } from "#test/conformance/mask.ts";
import { type Result, runStatements } from "#test/conformance/run.ts";
import { STATEMENTS } from "#test/conformance/statements.ts";
import { NoAnswer, UnusableTarget } from "#test/conformance/verdict.ts";
import { CANNOT_RUN, FAILED, INTERRUPTED, PASSED } from "./conformance/exit-codes.ts";
import { type Options, readOptions } from "./conformance/options.ts";
import { countsOf, jsonReport, lastLine, linesOf } from "./conformance/reports.ts";
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
    throw new Fault(`--only: no statement begins with ${options.only.join(" or ")}.`, { exitCode: CANNOT_RUN });
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
    if (error instanceof UnusableTarget) throw new Fault(mask(error.message), { exitCode: CANNOT_RUN });
    throw error;
  }
  await signals.unlessStopping();
  await finish();
  const { left } = kit.leftovers.report();
  if (options.json !== undefined) {
    const report = { address: options.address, user: options.user, results, left };
    writeReport("--json", options.json, mask(jsonReport(report)));
  }
  const counts = countsOf(results);
  say(`\n${lastLine(counts)}`);
  return counts.failed === 0 ? PASSED : FAILED;
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

function writeReport(option: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    throw new Fault(`${option}: ${file} cannot be written.`, { exitCode: CANNOT_RUN });
  }
}

if (process.argv.includes("--list")) {
  for (const { id, mark, says } of STATEMENTS) print(`${id}  ${mark.padEnd(13)}  ${says.replaceAll("`", "")}`);
  process.exit(PASSED);
}
const signals = onSignal({ exitCode: INTERRUPTED });
try {
  process.exit(await conformance(readOptions(process.argv.slice(2), process.env), signals));
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
