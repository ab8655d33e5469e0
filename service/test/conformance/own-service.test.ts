import assert from "node:assert/strict";
import test from "node:test";
import { startBreakingProxy } from "./breaking-proxy.ts";
import { CARDS, MANAGER, SHOP, startOwnService } from "./own-service.ts";
import { runKit, writing } from "./run-kit.ts";

const service = await startOwnService();
test.after(() => service.close());

/** Statements that no client can check, or that another user checks. */
const NOT_CHECKABLE = [
  ...["TRA-30", "TRA-31", "ERR-10", "ERR-11", "STA-06", "STA-07", "RES-53"],
  ...["CAR-21", "CAR-62", "CAR-64", "SAL-25", "WAI-03", "WAI-04", "WAI-06"],
];
/** Refusals of users who only sell. */
const OF_SELLERS = ["ERR-07", "RES-51", "SAL-24", "CAT-44"];
/** A call of the reference that this service does not have. */
const NOT_SERVED = ["CAT-63"];

test("meets every statement that a manager can check, with every optional field", async () => {
  const run = await runKit(service, MANAGER, writing(CARDS));
  assert.deepEqual(run.ids("fail"), [], run.output);
  assert.deepEqual(run.ids("not applicable").toSorted(), [...NOT_CHECKABLE, ...OF_SELLERS, ...NOT_SERVED].toSorted());
  assert.deepEqual(
    run.statements.filter(({ remark }) => remark !== undefined),
    [],
  );
  assert.equal(run.code, 0);
  assert.match(run.output, /\n\d+ passed, 0 failed, 19 not applicable\n$/);
});

test("leaves no reservation behind, and names everything that it cannot remove", async () => {
  assert.equal(await service.unpaid(), 0);
  const run = await runKit(service, MANAGER, ["--only", "RES,MAN-01", ...writing(CARDS)]);
  assert.equal(await service.unpaid(), 0);
  assert.ok(run.left.length > 0);
  for (const what of run.left) assert.match(what, /^(event \d+, unpublished|venue \d+|sale [A-Z0-9]{10}, paid)$/);
});

test("meets the refusals that a user who only sells can check", async () => {
  const run = await runKit(service, SHOP, writing(CARDS));
  assert.deepEqual(run.ids("fail"), [], run.output);
  for (const id of OF_SELLERS) assert.ok(run.ids("pass").includes(id), id);
  assert.equal(await service.unpaid(), 0);
});

test("sends nothing but GET without --writes, and makes no cart", async () => {
  const proxy = await startBreakingProxy(service);
  try {
    const run = await runKit(proxy, MANAGER, []);
    assert.equal(run.code, 0, run.output);
    assert.ok(run.ids("pass").length > 50);
    assert.ok(proxy.received.length > 50);
    assert.deepEqual(
      proxy.received.filter(({ method, path }) => method !== "GET" || /^\/cart\/?$/.test(path)),
      [],
    );
  } finally {
    proxy.close();
  }
});
