import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import type { CaughtMessage } from "./mailbox.ts";

let child: ChildProcess;
let addresses: { readonly mail: string; readonly smtp: string };

before(async () => {
  const started = spawn(process.execPath, [fromRoot("tools", "mail-catcher", "main.ts")], {
    env: childEnvironment([], {}),
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  const [line] = await once(createInterface({ input: started.stdout }), "line");
  addresses = JSON.parse(String(line));
});
after(() => child.kill());

const MESSAGE = [
  "From: =?utf-8?Q?Caf=C3=A9?= <tickets@foyer.example>",
  "To: Ada <ada@example.com>",
  "Subject: =?utf-8?Q?Your_tickets_=E2=9C=93?=",
  "Message-ID: <one@foyer.example>",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<p>Row <b>A</b></p><script>alert(1)</script>",
  "--b",
  'Content-Type: text/calendar; name="tickets.ics"',
  'Content-Disposition: attachment; filename="tickets.ics"',
  "",
  "BEGIN:VCALENDAR",
  "--b--",
].join("\r\n");

/** Sends a message command by command, and returns the answers. Ends where the server closes the connection or refuses. */
async function send(recipient: string, message = MESSAGE): Promise<readonly string[]> {
  const socket = connect(Number(new URL(addresses.smtp).port), "127.0.0.1");
  const commands = [
    "HELO client.example",
    "MAIL FROM:<bounces@foyer.example>",
    `RCPT TO:<${recipient}>`,
    "DATA",
    `${message}\r\n.`,
  ];
  const answers: string[] = [];
  for await (const line of createInterface({ input: socket })) {
    answers.push(line);
    const next = commands.shift();
    if (next === undefined || /^[45]/.test(line)) break;
    socket.write(`${next}\r\n`);
  }
  socket.destroy();
  return answers;
}

const messagesTo = async (recipient: string): Promise<readonly CaughtMessage[]> =>
  (await fetch(`${addresses.mail}/messages?to=${encodeURIComponent(recipient)}`)).json();
const behave = (mode: string, to?: string) =>
  fetch(`${addresses.mail}/behaviour`, { method: "POST", body: JSON.stringify({ mode, to }) });

test("keeps a message with its envelope, headers, parts and attachments", async () => {
  const answers = await send("ada@xn--bcher-kva.example");
  assert.match(answers.at(-1) ?? "", /^250 /);
  const [message] = await messagesTo("ada@bücher.example");
  assert.ok(message);
  assert.deepEqual(message.to, ["ada@xn--bcher-kva.example"]);
  assert.equal(message.returnPath, "bounces@foyer.example");
  assert.equal(message.from, '"Café" <tickets@foyer.example>');
  assert.equal(message.subject, "Your tickets ✓");
  assert.equal(message.headers["message-id"], "<one@foyer.example>");
  assert.match(message.html, /Row <b>A<\/b>/);
  const [file] = message.attachments;
  assert.deepEqual([file?.filename, file?.contentType], ["tickets.ics", "text/calendar"]);
  assert.match(Buffer.from(file?.contentBase64 ?? "", "base64").toString(), /^BEGIN:VCALENDAR/);
});

test("refuses a recipient for now or for good, drops the connection, or never answers, as a test sets it", async () => {
  await behave("refuse4xx", "later@example.com");
  await behave("refuse5xx", "never@example.com");
  await behave("drop", "drop@example.com");
  assert.match((await send("later@example.com")).at(-1) ?? "", /^451 /);
  assert.match((await send("never@example.com")).at(-1) ?? "", /^550 /);
  assert.match((await send("drop@example.com")).at(-1) ?? "", /^354 /);
  assert.deepEqual(
    (await Promise.all(["later", "never", "drop"].map((name) => messagesTo(`${name}@example.com`)))).map(
      ({ length }) => length,
    ),
    [0, 0, 1],
  );
  await behave("accept");
  assert.match((await send("later@example.com")).at(-1) ?? "", /^250 /);
  assert.equal((await behave("explode")).status, 400);
});

test("shows the inbox and a message as pages that run no script of a message", async () => {
  await send("pages@example.com");
  const [message] = await messagesTo("pages@example.com");
  const inbox = await fetch(`${addresses.mail}/`);
  assert.match(await inbox.text(), /Your tickets ✓/);
  const page = await (await fetch(`${addresses.mail}/message/${message?.id}`)).text();
  assert.match(page, /<iframe title="The message" src="\/message\/[\w-]+\/html"/);
  assert.doesNotMatch(page, /<script/);
  const html = await fetch(`${addresses.mail}/message/${message?.id}/html`);
  assert.match(html.headers.get("content-security-policy") ?? "", /^sandbox .*default-src 'none'/);
  const file = await fetch(`${addresses.mail}/message/${message?.id}/attachment/0`);
  assert.match(await file.text(), /^BEGIN:VCALENDAR/);
  assert.equal((await fetch(`${addresses.mail}/message/other`)).status, 404);
});

test("answers no page of another site", async () => {
  const socket = connect(Number(new URL(addresses.mail).port), "127.0.0.1");
  socket.write("GET /messages HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n");
  const [first] = await once(createInterface({ input: socket }), "line");
  assert.match(String(first), /^HTTP\/1\.1 403 /);
});

test("forgets all messages on request", async () => {
  await send("forgotten@example.com");
  await fetch(`${addresses.mail}/messages`, { method: "DELETE" });
  assert.deepEqual(await (await fetch(`${addresses.mail}/messages`)).json(), []);
});
