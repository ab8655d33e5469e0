import assert from "node:assert/strict";
import { test } from "node:test";
import { guestsWithTicket, lineResults, reservableLines } from "./line-results.ts";

const wanted = [
  { ticketTypeId: 1, quantity: 2 },
  { ticketTypeId: 2, quantity: 3 },
  { ticketTypeId: 3, quantity: 1 },
];

test("requests as many as are left, and no sold-out type", () => {
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

test("requests no more than were wanted, also where the service has more left", () => {
  assert.deepEqual(
    reservableLines([{ ticketTypeId: 1, quantity: 2 }], [{ ticketTypeId: 1, refusal: "not_enough", left: 9 }]),
    [{ ticketTypeId: 1, quantity: 2 }],
  );
});

test("returns for each earlier line how many are reserved now", () => {
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

test("keeps guests for whom there is a ticket", () => {
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
