import assert from "node:assert/strict";
import test from "node:test";
import { at, openShop } from "#test/test-app.ts";

const { shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

test("a cart says which of its dates moved since they were reserved, and which are cancelled", async () => {
  const on = await putOn();
  const cart = String(at(await reserve(shop, on), "multiSaleKey"));
  const read = async () => at(await shop("GET", `/cart/${cart}`), "sales", 0, "changedDates");
  const start = at(await shop("GET", `/cart/${cart}`), "sales", 0, "eventDates", 0, "startDate");
  assert.equal(await read(), undefined);

  await promoter("PUT", `/eventDate/${on.date}`, { eventStart: "06-12-2099T18:00" });
  const moved = Object(await read())[0];
  assert.deepEqual({ ...moved, movedFrom: undefined }, { eventDate: on.date, cancelled: false, movedFrom: undefined });
  assert.equal(Date.parse(moved.movedFrom), Date.parse(String(start)));
  const later = String(at(await reserve(shop, on), "multiSaleKey"));
  assert.equal(at(await shop("GET", `/cart/${later}`), "sales", 0, "changedDates"), undefined);

  await promoter("PUT", `/eventDate/${on.date}/cancel`, { refund: "none" });
  assert.equal(Object(await read())[0]?.cancelled, true);
  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: false });
  assert.equal(Object(await read())[0]?.cancelled, false);
});
