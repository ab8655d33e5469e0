import assert from "node:assert/strict";
import { test } from "node:test";
import { guestsWithTicket, lineResults, reservableLines } from "./line-results.ts";

const wanted = [
  { ticketTypeId: 1, quantity: 2 },
  { ticketTypeId: 2, quantity: 3 },
  { ticketTypeId: 3, quantity: 1 },
];

test("what is short is asked for as far as it goes, what is gone not at all", () => {
  const shortages = [
    { ticketTypeId: 2, refusal: "not_enough", left: 1 },
    { ticketTypeId: 3, refusal: "sold_out" },
  ] as const;
  assert.deepEqual(reservableLines(wanted, shortages), [
    { ticketTypeId: 1, quantity: 2 },
    { ticketTypeId: 2, quantity: 1 },
  ]);
  assert.deepEqual(reservableLines(wanted, []), wanted);
  assert.deepEqual(
    reservableLines(
      wanted,
      wanted.map(({ ticketTypeId }) => ({ ticketTypeId, refusal: "sold_out", left: 0 })),
    ),
    [],
  );
});

test("a service that says more are left than were wanted gives no more than that", () => {
  assert.deepEqual(
    reservableLines([{ ticketTypeId: 1, quantity: 2 }], [{ ticketTypeId: 1, refusal: "not_enough", left: 9 }]),
    [{ ticketTypeId: 1, quantity: 2 }],
  );
});

test("each line of before is told with what is held of it now", () => {
  assert.deepEqual(
    lineResults(wanted, [
      { ticketTypeId: 1, quantity: 2 },
      { ticketTypeId: 2, quantity: 1 },
    ]),
    [
      { ticketTypeId: 1, wanted: 2, reserved: 2 },
      { ticketTypeId: 2, wanted: 3, reserved: 1 },
      { ticketTypeId: 3, wanted: 1, reserved: 0 },
    ],
  );
});

test("guests stay as long as there are tickets for them", () => {
  const guests = [4, 5, 4, 4].map((ticketTypeId, at) => ({ ticketTypeId, at }));
  const lines = [
    { ticketTypeId: 4, quantity: 1 },
    { ticketTypeId: 4, quantity: 1 },
    { ticketTypeId: 6, quantity: 3 },
  ];
  assert.deepEqual(
    guestsWithTicket(guests, lines).map(({ at }) => at),
    [0, 2],
  );
});
