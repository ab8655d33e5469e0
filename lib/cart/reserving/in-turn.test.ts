import assert from "node:assert/strict";
import { test } from "node:test";
import { areOnlyByCode, inTurn } from "./in-turn.ts";

const isGood = (outcome: string) => outcome === "reserved";

test("P39: gives a pass back after a refusal and after a fault, and keeps it after a success", async () => {
  let returned = 0;
  const giveBack = () => {
    returned += 1;
  };
  const take = async () => ({ giveBack });
  assert.equal(await inTurn(take, async () => "reserved", isGood), "reserved");
  assert.equal(returned, 0);
  assert.equal(await inTurn(take, async () => "sold out", isGood), "sold out");
  assert.equal(returned, 1);
  await assert.rejects(
    inTurn(take, () => Promise.reject<string>(new Error("A fault.")), isGood),
    /A fault/,
  );
  assert.equal(returned, 2);
});

test("P39: attempts nothing without a pass, and says why", async () => {
  const attempt = async () => assert.fail("attempted");
  for (const line of ["in_line", "full"] as const)
    assert.deepEqual(await inTurn(async () => line, attempt, isGood), { ok: false, line });
});

test("only tickets that all need a code stand outside the line", () => {
  const money = { minor: 1_000, currency: "EUR" };
  const typeOf = (id: number, how: object) => ({
    kind: "TICKET" as const,
    ticketType: {
      id,
      name: "",
      description: "",
      section: { id: 1, name: "" },
      price: money,
      fee: money,
      saleStatus: "ON_SALE" as const,
      minimum: 1,
      maximum: 9,
      codeRequired: false,
      ...how,
    },
  });
  const items = [typeOf(1, {}), typeOf(2, { codeRequired: true }), typeOf(3, { revealed: true })];
  const group = {
    eventDateId: 1,
    name: "",
    startsAt: "2099-12-12T19:30:00Z",
    saleStatus: "ON_SALE" as const,
    pages: [{ kind: "TICKETS" as const, name: "", items }],
  };
  const offering = { groups: [group] };
  const wanted = (...ids: number[]) => ids.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }));
  assert.equal(areOnlyByCode(wanted(2, 3), offering), true);
  assert.equal(areOnlyByCode(wanted(1, 2), offering), false);
  assert.equal(areOnlyByCode(wanted(9), offering), false);
  assert.equal(areOnlyByCode(wanted(2), undefined), false);
});
