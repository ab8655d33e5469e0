import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explain, Fault } from "#tools/lib/fault.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import { onSignal, type Signals } from "#tools/lib/signals.ts";
import { print, step } from "#tools/lib/terminal.ts";
import { missingPrograms } from "#tools/testing/edge/shipped-edge.ts";
import { createBase, NEEDED_PROGRAMS } from "./container/chroot.ts";
import { type Machine, startMachine } from "./guide/machine.ts";
import { type Block, fillIn, type Own, readBlocks } from "./guide/page.ts";

const NAME = "tickets.example";
const REPOSITORY = "/srv/foyer.git";
const CERTIFICATE = "/etc/letsencrypt/live/tickets.example";
const ISSUE = `mkdir -p ${CERTIFICATE}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=${NAME} \\
  -addext subjectAltName=DNS:${NAME} -keyout ${CERTIFICATE}/privkey.pem -out ${CERTIFICATE}/fullchain.pem
cp ${CERTIFICATE}/fullchain.pem /usr/local/share/ca-certificates/edge.crt && update-ca-certificates`;
const UNITS = ["foyer-service", "foyer-worker", "foyer-storefront@4000", "foyer-storefront@4010"];

const secret = () => randomBytes(32).toString("base64url");
const [shop, manager, processorSecret] = [secret(), secret(), secret()];

/** What a reader of the page replaces, and what a machine without the internet replaces. */
const OWN: Own = [
  ["<address of the repository>", REPOSITORY],
  ["<version>", "next"],
  // Node and npm are this machine's own.
  [
    "curl --fail --silent --show-error --location https://deb.nodesource.com/setup_24.x | bash - && apt-get install nodejs\n",
    "",
  ],
  [
    "certbot certonly --webroot --webroot-path /var/www/html --domain tickets.example --deploy-hook 'systemctl reload nginx'",
    ISSUE,
  ],
  ["https://processor.example", "http://127.0.0.1:4002"],
  ["TICKETING_PASSWORD=…", `TICKETING_PASSWORD=${shop}`],
  ["SHOP_PASSWORD=…", `SHOP_PASSWORD=${shop}`],
  ["PROMOTER_PASSWORD=…", `PROMOTER_PASSWORD=${manager}`],
  ["manager@playhouse.example:…", `manager@playhouse.example:${manager}`],
  ["PROCESSOR_SECRET=…", `PROCESSOR_SECRET=${processorSecret}`],
  ["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=…", `NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=${randomBytes(32).toString("base64")}`],
  ...["COOKIE_KEYS", "LINK_KEYS", "NEXTAUTH_SECRET", "CARD_KEY"].map(
    (key) => [`${key}=…`, `${key}=${secret()}`] as const,
  ),
];

/** The sandbox processor, in place of a real one. */
const PROCESSOR = `cd /opt/foyer/releases/1
FOYER_ENVIRONMENT=sandbox FOYER_DATA=/var/lib/processor HOST=127.0.0.1 PORT=4002 PROCESSOR_SECRET=${processorSecret} \\
  setsid node_modules/.bin/node service/processor/main.ts </dev/null >/var/log/processor.log 2>&1 &
cd -`;
const BUY = `cd /opt/foyer/current
node_modules/.bin/node --conditions=react-server test/production/buy-ticket.ts https://${NAME}/en/events/1 ${CERTIFICATE}/fullchain.pem`;
const CHALLENGE = `mkdir -p /var/www/html/.well-known/acme-challenge && echo answer > /var/www/html/.well-known/acme-challenge/token
test "$(curl --silent --show-error --fail http://${NAME}/.well-known/acme-challenge/token)" = answer`;
const ENABLED = "ls /etc/systemd/system/multi-user.target.wants | grep foyer | tr '\\n' ' '";
const RELOAD = `systemctl reload foyer-service
timeout 60 bash -c 'until grep -q "New connections get the certificate" /var/log/foyer-service.log; do sleep 0.2; done'`;

/**
 * Follows docs/deploy.md literally in a new Debian: each block of Install, of Upgrade and of the way back, as it stands. In place of systemd
 * a script executes the units' own lines. Not tried: systemd itself, Let's Encrypt, and NodeSource's package.
 */
async function followGuide(signals: Signals): Promise<number> {
  const [missing] = missingPrograms([...NEEDED_PROGRAMS, "nsenter", "ip", "git"]);
  if (missing !== undefined || process.getuid?.() !== 0) {
    print(`NOT RUN: needs root and ${missing ?? NEEDED_PROGRAMS.join(", ")}`);
    return 0;
  }
  const page = readFileSync(fromRoot("docs", "deploy.md"), "utf8");
  const sections = ["## Install", "## Upgrade", "### Back to the old release"].map((title) => readBlocks(page, title));
  const filled = fillIn(sections.flat(), OWN);
  const [install = [], upgrade = []] = sections;
  const back = install.length + upgrade.length;
  const scratch = mkdtempSync(join(tmpdir(), "foyer-guide-"));
  const clean = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  signals.alsoStop(async () => clean());
  try {
    const base = await step("Debian", () => createBase(process.execPath, scratch, []));
    await cloneInto(join(base, REPOSITORY));
    const machine = await startMachine(base, NAME);
    signals.alsoStop(machine.stop);
    try {
      await follow(machine, filled.slice(0, install.length));
      await step("Try: buy a ticket", () => machine.commands(BUY));
      await step("Try: Let's Encrypt's address, and a reload", () => machine.commands(`${CHALLENGE}\n${RELOAD}`));
      await follow(machine, filled.slice(install.length, back));
      await step("Upgraded: buy a ticket", () => machine.commands(BUY));
      await expectEnabled(machine, "4010");
      await follow(machine, filled.slice(back));
      await step("Back: buy a ticket", () => machine.commands(BUY));
      await expectEnabled(machine, "4000");
      print(`${filled.length + 6} passed, 0 failed`);
      return 0;
    } catch (error) {
      for (const unit of UNITS) print(`${unit}:\n${machine.log(unit)}`);
      throw error;
    } finally {
      await machine.stop();
    }
  } finally {
    clean();
  }
}

/** Copies the repository with the changes of this folder, and makes a second version of the same files. */
async function cloneInto(folder: string): Promise<void> {
  const git = async (...parameters: readonly string[]) => {
    const { code, output } = await run("git", ["-C", root, ...parameters]);
    if (code !== 0) throw new Fault(output);
    return output.trim();
  };
  await git("clone", "--quiet", "--bare", root, folder);
  const now = (await git("stash", "create")) || (await git("rev-parse", "HEAD"));
  const next = await git("commit-tree", `${now}^{tree}`, "-p", now, "-m", "next");
  const branch = await git("--git-dir", folder, "symbolic-ref", "HEAD");
  await git("push", "--quiet", "--force", folder, `${now}:${branch}`, `${next}:refs/tags/next`);
}

async function follow(machine: Machine, blocks: readonly Block[]): Promise<void> {
  for (const { file, text } of blocks) {
    const [first = ""] = text.split("\n");
    await step(first.slice(0, 90), async () => {
      if (file !== undefined) return machine.write(file, text);
      await machine.commands(text, { isOnline: /apt-get|npm ci/.test(text) });
      // Debian starts both with their installation, which this machine does not.
      if (text.includes("apt-get install")) await machine.commands("service postgresql start\nservice nginx start");
      if (text.includes("releases/1 && npm ci")) await machine.commands(PROCESSOR);
    });
  }
}

async function expectEnabled(machine: Machine, port: string): Promise<void> {
  const enabled = await machine.commands(ENABLED);
  const wanted = `foyer-service.service foyer-storefront@${port}.service foyer-worker.service`;
  if (enabled.trim() !== wanted) throw new Fault(`After a restart of the machine these would start: ${enabled}`);
}

const signals = onSignal({ exitCode: 130 });
try {
  const exitCode = await followGuide(signals);
  await signals.unlessStopping();
  process.exit(exitCode);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
