import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openMailbox } from "./inbox.ts";

type Catcher = { readonly mail: string; readonly smtp: string; readonly kill: () => Promise<unknown> };

/** Starts a catcher that keeps its messages in a data folder, if one is named. */
async function startCatcher(data?: string): Promise<Catcher> {
  const catcher = spawn(process.execPath, [fileURLToPath(new URL("./main.ts", import.meta.url))], {
    env: { PATH: process.env.PATH, ...(data !== undefined && { FOYER_DATA: data }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(catcher, "exit");
  const kill = () => {
    catcher.kill("SIGKILL");
    return ended;
  };
  after(kill);
  const [line]: string[] = await once(createInterface({ input: catcher.stdout }), "line");
  return { ...JSON.parse(String(line)), kill };
}

const messageWith = (subject: string) => `Subject: ${subject}\r\n\r\nHello`;
const MESSAGE = "Subject: Your tickets\r\nContent-Type: text/html\r\n\r\n<p>Row <b>A</b></p><script>alert(1)</script>";

/** Returns the last answer, which is to the message itself. */
async function send({ smtp }: Catcher, message = MESSAGE): Promise<string> {
  const socket = connect(Number(new URL(smtp).port), "127.0.0.1");
  const commands = ["HELO a.example", "MAIL FROM:<b@a.example>", "RCPT TO:<ada@a.example>", "DATA", `${message}\r\n.`];
  let answer = "";
  for await (const line of createInterface({ input: socket })) {
    answer = line;
    const next = commands.shift();
    if (next === undefined) break;
    socket.write(`${next}\r\n`);
  }
  socket.destroy();
  return answer;
}

test("shows a message in its own page without running its scripts, and refuses requests from another site", async () => {
  const catcher = await startCatcher();
  const { mail } = catcher;
  await send(catcher);
  const answer = await fetch(`${mail}/messages?to=ada@a.example`);
  const [message] = (await answer.json()) as { id: string }[];
  assert.match(await (await fetch(`${mail}/`)).text(), /Your tickets/);
  const page = await (await fetch(`${mail}/message/${message?.id}`)).text();
  assert.match(page, /<iframe title="The message" src="\/message\/[\w-]+\/html"/);
  assert.doesNotMatch(page, /<script/);
  const html = await fetch(`${mail}/message/${message?.id}/html`);
  assert.match(html.headers.get("content-security-policy") ?? "", /^sandbox .*default-src 'none'/);
  assert.match(await html.text(), /Row <b>A<\/b>/);

  const socket = connect(Number(new URL(mail).port), "127.0.0.1");
  socket.write("GET /messages HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n");
  const [first] = await once(createInterface({ input: socket }), "line");
  assert.match(String(first), /^HTTP\/1\.1 403 /);
});

test("keeps its messages over a kill in the order in which they came, and leaves nothing of those that are deleted", async () => {
  const data = mkdtempSync(join(tmpdir(), "foyer-mail-"));
  after(() => rmSync(data, { recursive: true, force: true }));
  const first = await startCatcher(data);
  for (const subject of ["One", "Two"]) await send(first, messageWith(subject));
  const before = await messagesOf(first);
  await first.kill();
  const [newest = "", ...others] = readdirSync(join(data, "mail")).toSorted().reverse();
  assert.equal(others.length, 1);
  // A machine that loses its power may leave an empty file.
  writeFileSync(join(data, "mail", newest.replace(/^\d+/, "000000009")), "");

  const second = await startCatcher(data);
  assert.deepEqual(await messagesOf(second), before);
  await send(second, messageWith("Three"));
  assert.deepEqual((await messagesOf(second)).map(subjectOf), ["Three", "Two", "One"]);
  await second.kill();

  const third = await startCatcher(data);
  assert.deepEqual((await messagesOf(third)).map(subjectOf), ["Three", "Two", "One"]);
  await fetch(`${third.mail}/messages`, { method: "DELETE" });
  assert.deepEqual(readdirSync(join(data, "mail")), []);
});

test("a message that cannot be stored is to be sent again later, and none of it is kept", async () => {
  const data = mkdtempSync(join(tmpdir(), "foyer-mail-"));
  after(() => rmSync(data, { recursive: true, force: true }));
  const catcher = await startCatcher(data);
  assert.match(await send(catcher), /^250 /);
  rmSync(join(data, "mail"), { recursive: true });
  assert.match(await send(catcher), /^452 /);
  assert.equal((await messagesOf(catcher)).length, 1);
});

test("the oldest messages are dropped where all together are too large, and the newest stays", async () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-mail-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const add = (mailbox: ReturnType<typeof openMailbox>, subject: string, letters: number) =>
    mailbox.add(Buffer.from(`${messageWith(subject)}${"a".repeat(letters)}`), "", []);
  const subjects = (mailbox: ReturnType<typeof openMailbox>) => mailbox.list().map(({ subject }) => subject);
  const mailbox = openMailbox(folder, 10_000);
  for (const subject of ["One", "Two", "Three"]) await add(mailbox, subject, 4_000);
  assert.deepEqual(subjects(mailbox), ["Three", "Two"]);
  assert.equal(readdirSync(folder).length, 2);
  // What was there at the start counts too.
  const again = openMailbox(folder, 10_000);
  await add(again, "Four", 4_000);
  assert.deepEqual(subjects(again), ["Four", "Three"]);
  await add(again, "Five", 20_000);
  assert.deepEqual(subjects(again), ["Five"]);
  assert.equal(readdirSync(folder).length, 1);
});

const subjectOf = ({ subject }: { readonly subject: string }) => subject;

async function messagesOf({ mail }: Catcher) {
  // The catcher defines this shape.
  return (await (await fetch(`${mail}/messages`)).json()) as readonly { readonly subject: string }[];
}
