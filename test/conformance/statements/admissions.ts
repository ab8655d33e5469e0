import { z } from "zod";
import {
  expect,
  expectExtensionFields,
  expectFields,
  expectShape,
  expectStatus,
  requireExtensionStatus,
  requireOffered,
} from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import { expectSuccess, isRefusal } from "#test/conformance/once.ts";
import {
  admissionStatus,
  amount,
  fieldOf,
  id,
  idOf,
  idsOf,
  instant,
  list,
  maybe,
  object,
  ref,
  text,
} from "#test/conformance/shapes.ts";
import { extension, notCheckable, reference, type Statement, specification } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

/** Returns the one admission of the paid sale. */
async function admissionOf({ buyer, get }: Kit) {
  const { answer: sale, key: saleKey } = await buyer.paidSale();
  const [admission] = idsOf(fieldOf(sale.body, "admissions"));
  if (admission === undefined) throw new NotApplicable("the paid sale lists no admission");
  const headers = { "sale-key": saleKey };
  return { id: admission, headers, answer: await get(`/admission/${admission}`, { headers }) };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const ADMISSION_STATEMENTS: readonly Statement[] = [
  reference(
    "SAL-20",
    "`GET /admission/{id}` answers `id` `lastName` `modified` `ticketType` `price` `fee` `reservationStatus` `customer` `timeAdmitted` `entryToken` `admissionKey` `data`.",
    async (kit) => {
      const { answer } = await admissionOf(kit);
      expectStatus(answer, 200);
      const amounts = { price: amount, fee: amount, timeAdmitted: instant, modified: instant };
      const rest = {
        lastName: text,
        entryToken: text.or(z.number()),
        admissionKey: text,
        data: object,
        customer: object.or(ref),
      };
      return expectFields(
        answer,
        answer.body,
        { id, ticketType: ref, reservationStatus: admissionStatus },
        { ...amounts, ...rest },
      );
    },
  ),
  extension(
    "SAL-21",
    "An admission also has `uuid` `event` `eventDate` `venue` `venueSection` `holder` `qrType` `paid` `answers`.",
    async (kit) => {
      const { answer } = await admissionOf(kit);
      const places = { event: ref, eventDate: ref, venue: ref, venueSection: ref };
      const own = {
        uuid: z.string().regex(UUID),
        holder: text,
        qrType: z.enum(["A", "B"]),
        paid: amount,
        answers: list,
      };
      return expectExtensionFields(answer, answer.body, { ...places, ...own });
    },
  ),
  extension("SAL-22", "An admission is read by UUID too.", async (kit) => {
    const { answer, headers, id: admission } = await admissionOf(kit);
    const uuid = fieldOf(answer.body, "uuid");
    if (uuid === undefined) throw new NotApplicable("extension not offered: an admission has no uuid");
    const again = await kit.get(`/admission/${uuid}`, { headers });
    expectStatus(again, 200);
    expect(idOf(again.body) === admission, again, `the admission ${admission}`, fieldOf(again.body, "id"));
    return undefined;
  }),
  specification("SAL-23", "A QR code of type A contains the id of the admission, of type B its UUID.", async (kit) => {
    const { answer, id: admission } = await admissionOf(kit);
    const token = fieldOf(answer.body, "entryToken");
    if (token === undefined || token === null || token === "")
      throw new NotApplicable("the service does not say what the code contains");
    const isKnown = String(token) === String(admission) || UUID.test(String(token));
    expect(isKnown, answer, `the id ${admission}, or a UUID`, token);
    return undefined;
  }),
  extension(
    "SAL-24",
    "A user who sells and does not manage reads or changes an admission only with the header `Sale-Key`.",
    async (kit) => {
      const { id: admission } = await admissionOf(kit);
      const answer = await kit.get(`/admission/${admission}`);
      if (answer.status === 200)
        throw new NotApplicable("this user manages or scans; run as one who only sells to check it");
      expectStatus(answer, 404);
      return undefined;
    },
  ),
  extension(
    "SAL-25",
    "A user who only scans gets no contact data and no code.",
    notCheckable("it takes a second user; run as one who only scans and read an admission"),
  ),
  reference(
    "SAL-26",
    "`PUT /admission/{id}/data` takes guest details; with the last required one the admission is `CONFIRMED`.",
    async (kit) => {
      const { buyer, manager, write, get } = kit;
      buyer.creditCard("good");
      const { event, ticketTypes, guestQuestion } = await manager.ownEvent();
      const reserved = await buyer.reserveAndLock({ event, tickets: [{ ticketType: ticketTypes.guest, quantity: 1 }] });
      expectSuccess(await buyer.pay(reserved, "good"));
      const sale = await get(`/payment/${reserved.key}`);
      const [admission] = idsOf(fieldOf(sale.body, "admissions"));
      const headers = { "sale-key": reserved.key };
      const status = async () => fieldOf((await get(`/admission/${admission}`, { headers })).body, "reservationStatus");
      expect(
        (await status()) === "PENDING_GUEST_DETAILS",
        sale,
        "PENDING_GUEST_DETAILS after the payment",
        await status(),
      );
      const changed = await write("PUT", `/admission/${admission}/data`, { [guestQuestion]: "An answer" }, { headers });
      expectSuccess(changed);
      expect((await status()) === "CONFIRMED", changed, "CONFIRMED after the answer", await status());
      return undefined;
    },
  ),
  extension(
    "SAL-27",
    "An admission has `ageLimit`, its `eventDate` has `doors`, its `venue` `mapUrl`, and its `venueSection` may have `door`. `movedFrom` `{ eventDate, startDate, by }` is what it was bought for, if its date has moved since.",
    async (kit) => {
      const { answer } = await admissionOf(kit);
      const remark = expectExtensionFields(answer, answer.body, { ageLimit: maybe(text) });
      expectShape(answer, z.looseObject({ doors: maybe(instant) }), fieldOf(answer.body, "eventDate"), "eventDate");
      expectShape(answer, z.looseObject({ mapUrl: maybe(text) }), fieldOf(answer.body, "venue"), "venue");
      expectShape(answer, z.looseObject({ door: maybe(text) }), fieldOf(answer.body, "venueSection"), "venueSection");
      return remark;
    },
  ),
  extension(
    "SAL-28",
    "`PUT /admission/{id}/holder` takes the holder's `name`, until the ticket is used or returned.",
    async ({ buyer, write, get }) => {
      buyer.creditCard("good");
      const reserved = await buyer.reserveAndLock();
      expectSuccess(await buyer.pay(reserved, "good"));
      const sale = await get(`/payment/${reserved.key}`);
      const [admission] = idsOf(fieldOf(sale.body, "admissions"));
      const headers = { "sale-key": reserved.key };
      const changed = await write("PUT", `/admission/${admission}/holder`, { name: "Grace Hopper" }, { headers });
      requireOffered(changed);
      expectSuccess(changed);
      const read = await get(`/admission/${admission}`, { headers });
      expect(fieldOf(read.body, "holder") === "Grace Hopper", read, "the new holder", fieldOf(read.body, "holder"));
      return undefined;
    },
  ),
  specification(
    "SAL-30",
    "Admitting takes what the QR code contains: the id (type A) or the UUID (type B).",
    async ({ buyer }) => {
      const { first } = await buyer.admitted();
      requireOffered(first);
      expectStatus(first, 200);
      const result = fieldOf(first.body, "result");
      expect([undefined, "ADMITTED"].includes(result as never), first, "ADMITTED", result);
      return undefined;
    },
  ),
  specification("SAL-31", "Admitting an admission a second time is denied.", async ({ buyer }) => {
    const { first, second } = await buyer.admitted();
    requireOffered(first);
    const result = fieldOf(second.body, "result");
    const isDenied = isRefusal(second) || (result !== undefined && result !== "ADMITTED");
    expect(isDenied, second, "a refusal", second.body);
    return undefined;
  }),
  extension(
    "SAL-32",
    "`POST /admission/{scanned}/admit` is the path, with the body `{ eventDate? }` and the answer `{ result, admission, timeAdmitted, messages }`.",
    async ({ buyer }) => {
      const { first, second } = await buyer.admitted();
      requireOffered(first);
      const fields = { result: text, admission: object, timeAdmitted: instant, messages: list };
      const remark = expectExtensionFields(first, first.body, fields);
      expect(
        fieldOf(second.body, "result") === "ALREADY_ADMITTED",
        second,
        "ALREADY_ADMITTED the second time",
        fieldOf(second.body, "result"),
      );
      return remark;
    },
  ),
  reference("SAL-33", "`timeAdmitted` is set once an admission is admitted, and not before.", async (kit) => {
    const { answer } = await admissionOf(kit);
    const { first } = await kit.buyer.admitted();
    requireOffered(first);
    const after = (await admissionOf(kit)).answer;
    if (!("timeAdmitted" in Object(after.body))) throw new NotApplicable("the service does not say when");
    expect(
      (fieldOf(answer.body, "timeAdmitted") ?? null) === null || answer.text === after.text,
      answer,
      "null before",
      fieldOf(answer.body, "timeAdmitted"),
    );
    expectShape(after, instant, fieldOf(after.body, "timeAdmitted"), "timeAdmitted");
    return undefined;
  }),
  extension("SAL-34", "An unknown code is `NOT_FOUND`, with 404.", async ({ write }) => {
    requireExtensionStatus(await write("POST", "/admission/999999999/admit", {}), 404);
    return undefined;
  }),
  extension("SAL-35", "`WRONG_EVENT_DATE` comes only from an `eventDate` that is sent.", async (kit) => {
    const { buyer, manager, write, get } = kit;
    buyer.creditCard("good");
    const { eventDates } = await manager.ownEvent();
    const reserved = await buyer.reserveAndLock();
    expectSuccess(await buyer.pay(reserved, "good"));
    const [admission] = idsOf(fieldOf((await get(`/payment/${reserved.key}`)).body, "admissions"));
    const answer = await write("POST", `/admission/${admission}/admit`, { eventDate: eventDates[1] });
    requireOffered(answer);
    const result = fieldOf(answer.body, "result");
    expect(result === "WRONG_EVENT_DATE", answer, "WRONG_EVENT_DATE for the second date", result);
    return undefined;
  }),
];
