import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Client } from "./client.ts";
import { createKit } from "./kit.ts";
import { runStatements } from "./run.ts";
import { STATEMENTS } from "./statements.ts";

/**
 * Returns a service that creates whatever it is asked to. It answers 201 to one path, where the interface has 200, and keeps
 * the ids of what it made there and the calls that removed something.
 */
function service(unexpected: string) {
  const made: number[] = [];
  const removed: string[] = [];
  let last = 100;
  const answered = (call: string, status: number, body: object): Answer => ({
    ...{ call, status, body, text: JSON.stringify(body), headers: {} },
  });
  const client: Client = {
    ...{ address: "https://service.example/v2", user: "shop", writes: true },
    get: async (path) => answered(`GET ${path}`, 200, { id: Number(path.split("/").at(-1)) }),
    async write(method, path) {
      if (method !== "POST") return answered(`${method} ${path}`, 200, { successful: true });
      last += 1;
      if (path === unexpected) made.push(last);
      return answered(`POST ${path}`, path === unexpected ? 201 : 200, { successful: true, id: last });
    },
    removing: {
      get: async (path) => answered(`GET ${path}`, 404, {}),
      async write(method, path) {
        removed.push(`${method} ${path}`);
        return answered(`${method} ${path}`, 200, { successful: true });
      },
    },
    ...{ halt() {}, async settled() {}, async close() {} },
  };
  return { client, made, removed };
}

for (const path of [
  "/venue",
  "/event",
  "/masterTicket",
  "/eventGroup",
  "/offeringCopy",
  "/code",
  "/voucher",
  "/user/token",
]) {
  test(`records what POST ${path} made although its answer has another status than expected`, async () => {
    const { client, made, removed } = service(path);
    const kit = createKit(client, { account: 1, cards: {} });
    const statements = STATEMENTS.filter(({ id }) => id.startsWith("MAN-"));
    await runStatements(statements, kit, { mask: (text) => text, onResult() {} });
    await kit.leftovers.removeAll();
    assert.notEqual(made.length, 0);
    const named = [...removed, ...kit.leftovers.report().left.map(({ what }) => what)];
    for (const id of made)
      assert.ok(
        named.some((one) => new RegExp(`\\b${id}\\b`).test(one)),
        `${path} ${id}: ${named}`,
      );
  });
}
