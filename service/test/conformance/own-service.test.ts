import assert from "node:assert/strict";
import test from "node:test";
import { MANAGER, SHOP, startOwnService } from "./own-service.ts";

const service = await startOwnService();
test.after(() => service.close());

/** Refusals of users who only sell. */
const OF_SELLERS = ["ERR-07", "RES-51", "SAL-24"];

test("meets every statement that a manager can check, with every optional field", async () => {
  const run = await service.check(MANAGER);
  assert.deepEqual(run.ids("fail"), [], run.output);
  assert.deepEqual(run.ids("not applicable").toSorted(), OF_SELLERS);
  const without = run.statements.filter(({ remark }) => remark !== undefined);
  assert.deepEqual(without, []);
  assert.equal(run.code, 0);
});

test("leaves no reservation behind, and names everything that it cannot remove", async () => {
  assert.equal(await service.unpaid(), 0);
  const run = await service.check(MANAGER, ["--only", "RES,MAN-01"]);
  assert.equal(await service.unpaid(), 0);
  assert.ok(run.left.length > 0);
  for (const what of run.left) assert.match(what, /^(event \d+, unpublished|venue \d+|sale [A-Z0-9]{10}, paid)$/);
});

test("meets the refusals that a user who only sells can check", async () => {
  const run = await service.check(SHOP);
  assert.deepEqual(run.ids("fail"), [], run.output);
  for (const id of OF_SELLERS) assert.ok(run.ids("pass").includes(id), id);
  assert.equal(await service.unpaid(), 0);
});
