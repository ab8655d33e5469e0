import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const catcher = spawn(process.execPath, [fileURLToPath(new URL("./main.ts", import.meta.url))], {
  env: { PATH: process.env.PATH },
  stdio: ["ignore", "pipe", "inherit"],
});
after(() => catcher.kill());
const [line]: string[] = await once(createInterface({ input: catcher.stdout }), "line");
const { mail, smtp } = JSON.parse(String(line));

const MESSAGE = "Subject: Your tickets\r\nContent-Type: text/html\r\n\r\n<p>Row <b>A</b></p><script>alert(1)</script>";

async function send(): Promise<void> {
  const socket = connect(Number(new URL(smtp).port), "127.0.0.1");
  const commands = ["HELO a.example", "MAIL FROM:<b@a.example>", "RCPT TO:<ada@a.example>", "DATA", `${MESSAGE}\r\n.`];
  for await (const _ of createInterface({ input: socket })) {
    const next = commands.shift();
    if (next === undefined) break;
    socket.write(`${next}\r\n`);
  }
  socket.destroy();
}

test("shows a message in its own page without running its scripts, and refuses requests from another site", async () => {
  await send();
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
