import { z } from "zod";
import { BUYER } from "#conformance/buyer.ts";
import {
  admissionStatus,
  admitResult,
  amount,
  codeOf,
  expect,
  expectField,
  expectFields,
  expectShape,
  expectStatus,
  expectSuccess,
  fieldOf,
  id,
  idOf,
  idsOf,
  instant,
  isRefusal,
  list,
  NotApplicable,
  notOffered,
  object,
  ref,
  requireExtensionStatus,
  requireOffered,
  text,
} from "#conformance/expect.ts";
import type { Kit } from "#conformance/kit.ts";
import { extension, reference, type Statement, shape, specification } from "#conformance/statement.ts";

/** Returns the one admission of the paid sale. */
async function admissionOf({ buyer, get }: Kit) {
  const { answer: sale, key: saleKey } = await buyer.paidSale();
  const [admission] = idsOf(fieldOf(sale.body, "admissions"));
  if (admission === undefined) throw new NotApplicable("the paid sale lists no admission");
  const headers = { "sale-key": saleKey };
  const answer = await get(`/admission/${admission}`, { headers });
  expectStatus(answer, 200);
  return { id: admission, headers, answer };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const ADMISSION_STATEMENTS: readonly Statement[] = [
  ...shape("SAL-20", {
    what: "`GET /admission/{id}`",
    read: async (kit) => (await admissionOf(kit)).answer,
    required: { id, ticketType: ref, reservationStatus: admissionStatus },
    optional: {
      price: amount,
      fee: amount,
      timeAdmitted: instant,
      modified: instant,
      lastName: text,
      entryToken: text.or(z.number()),
      admissionKey: text,
      data: object,
      customer: object.or(ref),
    },
    extensions: {
      uuid: z.string().regex(UUID),
      event: ref,
      eventDate: ref.and(z.looseObject({ doors: instant.nullish() })),
      venue: ref.and(z.looseObject({ mapUrl: text.nullish() })),
      venueSection: ref.and(z.looseObject({ door: text.nullish() })),
      holder: text,
      qrType: z.enum(["A", "B"]),
      paid: amount,
      answers: list,
      ageLimit: text,
    },
  }),
  extension("SAL-22", "An admission is read by UUID too.", async (kit) => {
    const { answer, headers, id: admission } = await admissionOf(kit);
    const uuid = fieldOf(answer.body, "uuid");
    if (uuid === undefined) throw notOffered("an admission has no uuid");
    const again = await kit.get(`/admission/${uuid}`, { headers });
    expectStatus(again, 200);
    expect(idOf(again.body) === admission, again, `the admission ${admission}`, fieldOf(again.body, "id"));
  }),
  extension(
    "SAL-23",
    "`entryToken` is what the QR code contains: the id (type A) or the UUID (type B).",
    async (kit) => {
      const { answer, id: admission } = await admissionOf(kit);
      const token = fieldOf(answer.body, "entryToken");
      if (token === undefined || token === null || token === "")
        throw notOffered("the service does not say what the code contains");
      const isKnown = String(token) === String(admission) || UUID.test(String(token));
      expect(isKnown, answer, `the id ${admission}, or a UUID`, token);
    },
  ),
  extension(
    "SAL-24",
    "A user who sells and does not manage reads or changes an admission only with the header `Sale-Key`. One who only scans gets no contact data and no code.",
    async (kit) => {
      const answer = await kit.get(`/admission/${(await admissionOf(kit)).id}`);
      if (answer.status === 200)
        throw new NotApplicable("this user manages or scans; run as one who only sells to check it");
      expectStatus(answer, 404);
    },
  ),
  reference(
    "SAL-26",
    "`PUT /admission/{id}/data` takes guest details; with the last required one the admission is `CONFIRMED`.",
    async ({ buyer, manager, write, get }) => {
      const { event, ticketTypes, guestQuestion } = await manager.ownEvent();
      const tickets = [{ ticketType: ticketTypes.guest, quantity: 1 }];
      const { admission, headers } = await buyer.buy({ event, tickets });
      const path = `/admission/${admission}`;
      expectField(await get(path, { headers }), "reservationStatus", "PENDING_GUEST_DETAILS");
      expectSuccess(await write("PUT", `${path}/data`, { [guestQuestion]: "An answer" }, { headers }));
      expectField(await get(path, { headers }), "reservationStatus", "CONFIRMED");
    },
  ),
  extension(
    "SAL-28",
    "`PUT /admission/{id}/holder` takes the holder's `name`, until the ticket is used or returned.",
    async ({ buyer, write, get }) => {
      const { admission, headers } = await buyer.buy();
      const changed = await write("PUT", `/admission/${admission}/holder`, { name: "Grace Hopper" }, { headers });
      requireOffered(changed);
      expectSuccess(changed);
      expectField(await get(`/admission/${admission}`, { headers }), "holder", "Grace Hopper");
    },
  ),
  extension(
    "SAL-15",
    "`POST /admission/{id}/sendEmail` `{ email, language }` sends a guest the link to this ticket alone, for a sale whose lock named a storefront. An `email` that is not one address is 400.",
    async ({ buyer, write }) => {
      const { admission, headers } = await buyer.buy();
      const send = (email: string) => write("POST", `/admission/${admission}/sendEmail`, { email }, { headers });
      const sent = await send(BUYER.EMAIL);
      requireOffered(sent);
      if (!isRefusal(sent)) expectSuccess(sent);
      expectStatus(await send(`${BUYER.EMAIL}, ${BUYER.EMAIL}`), 400);
    },
  ),
  specification(
    "SAL-30",
    "Admitting takes what the QR code contains: the id (type A) or the UUID (type B).",
    async (kit) => {
      const { first } = await kit.buyer.admitted();
      requireOffered(first);
      expectSuccess(first);
    },
  ),
  specification("SAL-31", "Admitting an admission a second time is denied.", async ({ buyer }) => {
    const { first, second } = await buyer.admitted();
    requireOffered(first);
    const isSame = fieldOf(second.body, "result") === fieldOf(first.body, "result");
    expect(isRefusal(second) || !isSame, second, "a refusal, or another result", second.body);
  }),
  ...shape("SAL-32", {
    what: "`POST /admission/{scanned}/admit`, with the body `{ eventDate? }`,",
    async read({ buyer }) {
      const { first, second } = await buyer.admitted();
      requireOffered(first);
      expectField(first, "result", undefined, "ADMITTED");
      expectField(second, "result", undefined, "ALREADY_ADMITTED");
      return first;
    },
    extensions: { result: admitResult, admission: object, timeAdmitted: instant, messages: list },
  }),
  reference("SAL-33", "`timeAdmitted` is set once an admission is admitted.", async (kit) => {
    requireOffered((await kit.buyer.admitted()).first);
    const { answer } = await admissionOf(kit);
    const time = fieldOf(answer.body, "timeAdmitted");
    if (time === undefined) throw new NotApplicable("the service does not say when");
    expectShape(answer, instant, time, "timeAdmitted");
  }),
  extension("SAL-34", "An unknown code is `NOT_FOUND`, with 404.", async ({ write }) => {
    const answer = await write("POST", "/admission/999999999/admit", {});
    requireExtensionStatus(answer, 404);
    expect([undefined, "NOT_FOUND"].includes(codeOf(answer) as never), answer, "NOT_FOUND", codeOf(answer));
  }),
  extension("SAL-35", "`WRONG_EVENT_DATE` comes only from an `eventDate` that is sent.", async (kit) => {
    const { eventDates } = await kit.manager.ownEvent();
    const { admission } = await kit.buyer.buy();
    const answer = await kit.write("POST", `/admission/${admission}/admit`, { eventDate: eventDates[1] });
    requireOffered(answer);
    expectField(answer, "result", "WRONG_EVENT_DATE");
  }),
  reference("SAL-40", "`POST /order/{key}/admit` admits every ticket of an order, whatever its date.", async (kit) => {
    const { event, ticketTypes } = await kit.manager.ownEvent();
    const tickets = [ticketTypes.adult, ticketTypes.second].map((ticketType) => ({ ticketType, quantity: 1 }));
    const { key, sale, admissions, headers } = await kit.buyer.buy({ event, tickets });
    const answer = await kit.write("POST", `/order/${key}/admit`);
    requireOffered(answer);
    expectSuccess(answer);
    expect(admissions.length === 2, sale, "two admissions", admissions);
    for (const admission of admissions) {
      const read = await kit.get(`/admission/${admission}`, { headers });
      expectShape(read, instant, fieldOf(read.body, "timeAdmitted"), "timeAdmitted");
    }
  }),
  reference(
    "SAL-41",
    "A door device synchronises by `GET /eventDate/{id}/admissionsMinimal`, which answers `admissions` and a `timestamp` for the next `modifiedAfter`.",
    async ({ get, catalogue }) => {
      const path = `/eventDate/${(await catalogue.onSale()).eventDateId}/admissionsMinimal`;
      const all = await get(path);
      requireOffered(all);
      const since = encodeURIComponent(String(fieldOf(all.body, "timestamp")));
      for (const answer of [all, await get(`${path}?modifiedAfter=${since}`)]) {
        expectStatus(answer, 200);
        expectFields(answer, answer.body, { admissions: list, timestamp: text.or(id) });
      }
    },
  ),
];
