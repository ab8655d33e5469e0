import { expect, expectFields, expectShape, expectStatus, requireServed } from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import { expectSuccess } from "#test/conformance/once.ts";
import { fieldOf, id, idsOf, instant, list, text } from "#test/conformance/shapes.ts";
import { reference, type Statement } from "#test/conformance/statement.ts";

/** Pays an order of one ticket for each of two dates, and has all of it admitted. */
async function admitOrder({ buyer, manager, write }: Kit) {
  buyer.creditCard("good");
  const { event, ticketTypes } = await manager.ownEvent();
  const tickets = [ticketTypes.adult, ticketTypes.second].map((ticketType) => ({ ticketType, quantity: 1 }));
  const reserved = await buyer.reserveAndLock({ event, tickets });
  expectSuccess(await buyer.pay(reserved, "good"));
  const path = `/order/${reserved.key}/admit`;
  const answer = await write("POST", path);
  requireServed(answer);
  return { key: reserved.key, answer, path };
}

export const DOOR_STATEMENTS: readonly Statement[] = [
  reference("SAL-40", "`POST /order/{key}/admit` admits every ticket of an order, whatever its date.", async (kit) => {
    const { key, answer } = await admitOrder(kit);
    expectSuccess(answer);
    const sale = await kit.get(`/payment/${key}`);
    const admissions = idsOf(fieldOf(sale.body, "admissions"));
    expect(admissions.length === 2, sale, "two admissions", fieldOf(sale.body, "admissions"));
    for (const admission of admissions) {
      const read = await kit.get(`/admission/${admission}`, { headers: { "sale-key": key } });
      expectShape(read, instant, fieldOf(read.body, "timeAdmitted"), "timeAdmitted");
    }
    return undefined;
  }),
  reference(
    "SAL-41",
    "A door device synchronises by `GET /eventDate/{id}/admissionsMinimal`, which answers `admissions` and a `timestamp` for the next `modifiedAfter`.",
    async ({ get, catalogue }) => {
      const { eventDateId } = await catalogue.onSale();
      const path = `/eventDate/${eventDateId}/admissionsMinimal`;
      const all = await get(path);
      requireServed(all);
      expectStatus(all, 200);
      expectFields(all, all.body, { admissions: list, timestamp: text.or(id) });
      const since = encodeURIComponent(String(fieldOf(all.body, "timestamp")));
      const changed = await get(`${path}?modifiedAfter=${since}`);
      expectStatus(changed, 200);
      return expectFields(changed, changed.body, { admissions: list, timestamp: text.or(id) });
    },
  ),
];
