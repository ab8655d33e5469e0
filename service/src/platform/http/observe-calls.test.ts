import assert from "node:assert/strict";
import test from "node:test";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "#src/platform/domain/log.ts";
import { accessLog } from "./observe-calls.ts";

test("logs fifty lines a second of a flood of refused calls, and the number of lines left out", async () => {
  let now = 0;
  const lines: unknown[] = [];
  const log: Log = (_level, event, fields) => void lines.push(fields?.lines ?? event);
  const answered = accessLog(log, () => now);
  // The hook reads only these parts of a request and its reply.
  const request = { id: "1", method: "GET", routeOptions: { url: "/event/:id" } } as unknown as FastifyRequest;
  const refused = { statusCode: 404, elapsedTime: 1 } as unknown as FastifyReply;
  for (let nth = 0; nth < 60; nth += 1) await answered(request, refused);
  assert.equal(lines.length, 50);
  now = 1_000;
  await answered(request, refused);
  assert.deepEqual(lines.slice(50), [10, "A call was answered."]);
});
