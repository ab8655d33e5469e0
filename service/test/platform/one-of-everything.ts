import assert from "node:assert/strict";
import type { Call } from "#src/platform/http/call.ts";
import { at, BUYER, CARD, make, makeVenue, type openShop } from "#test/test-app.ts";

type Shop = Pick<Awaited<ReturnType<typeof openShop>>, "db" | "accountId" | "shop" | "promoter" | "reserve">;

/** Creates one of every resource in the shop's account, so that each call can be made on an existing one. */
export async function makeOneOfEverything({ db, accountId, shop, promoter, reserve }: Shop) {
  const { venue, stalls, whole } = await makeVenue(promoter);
  const event = await make(promoter, "/event", { name: "The Tempest", venue, venueConfiguration: whole });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const adult = { name: "Adult", eventDate, venueSection: stalls, price: 45 };
  const ticketType = await make(promoter, "/ticketType", adult);
  // A date without sales, so that its refund job leaves the others alone.
  const cancelledDate = await make(promoter, "/eventDate", { event, eventStart: "06-12-2099T19:30" });
  const question = { event, name: "From", label: "Where from?", inputType: "TEXT" };
  const copy = { event, text: "Doors at seven." };
  const discount = { name: "Ours", kind: "PER_TICKET", percentage: 10, events: [event] };
  const festivalDiscount = { name: "Ours", percentage: 10, events: [event] };
  const multipack = { name: "Ours", quantity: 3, discountType: "AMOUNT", discountAmount: 5, events: [event] };
  await promoter("PUT", `/event/${event}/publish/true`);
  const reserved = await reserve(shop, { event, type: ticketType }, 1);
  const sold = await reserve(shop, { event, type: ticketType }, 1);
  await promoter("POST", `/reservation/${at(sold, "key")}/lock`, BUYER);
  await promoter("POST", `/reservation/${at(sold, "key")}/payment`, { amounts: { CASH: 45 } });
  const [waiting] = await db.query<{ key: string }>(
    `INSERT INTO waiting_list_entry (event_id, key, account_id, email, language, quantity)
     VALUES ($1, 'WAITING001', $2, 'ada@example.com', 'en', 1) RETURNING key`,
    [event, accountId],
  );
  const [message] = await db.query<{ id: string }>(
    `INSERT INTO message (account_id, kind, key, recipient, language, state)
     VALUES ($1, 'TICKETS', 'one of everything', 'ada@example.com', 'en', 'DEAD') RETURNING id`,
    [accountId],
  );
  const [admission] = await db.query<{ id: number }>("SELECT id FROM admission");

  const asked = { admissions: [admission?.id], reason: "I broke my leg." };
  await promoter("POST", `/order/${at(sold, "key")}/refundRequest`, asked);
  const [refundRequest] = await db.query<{ id: number }>("SELECT id FROM refund_request");

  /** The ids of the resources, by the first part of their path. */
  const resources: Readonly<Record<string, unknown>> = {
    account: accountId,
    user: at(await promoter("GET", "/user/login"), "id"),
    venue,
    venueSection: stalls,
    venueConfiguration: whole,
    event,
    eventDate,
    ticketType,
    offering: event,
    order: at(sold, "key"),
    eventGroup: await make(promoter, "/eventGroup", { name: "Ours", events: [event] }),
    masterTicket: await make(promoter, "/masterTicket", { event, name: "Adult", price: 45 }),
    additionalField: await make(promoter, "/additionalField", question),
    offeringCopy: await make(promoter, "/offeringCopy", copy),
    discount: await make(promoter, "/discount", discount),
    festivalDiscount: await make(promoter, "/festivalDiscount", festivalDiscount),
    multipack: await make(promoter, "/multipack", multipack),
    voucher: await make(promoter, "/voucher", { amount: 50 }),
    code: await make(promoter, "/code", { text: "OURS", kind: "REVEAL", events: [event] }),
    reservation: at(reserved, "key"),
    cart: at(reserved, "multiSaleKey"),
    payment: at(sold, "key"),
    admission: admission?.id,
    waitingList: waiting?.key,
    refundRequest: refundRequest?.id,
    refundJob: at(await promoter("PUT", `/eventDate/${cancelledDate}/cancel`, { refund: "all" }), "refundJob"),
    message: message?.id,
  };

  const join = { email: "ada@example.com", quantity: 1, language: "en" };

  /** The bodies of the calls, which name these resources. */
  const bodies: Readonly<Record<string, object>> = {
    "POST /event/{id}/waitingList": join,
    "POST /eventDate/{id}/waitingList": join,
    "PUT /waitingList/{key}": { quantity: 1 },
    "POST /venueSection": { venue, name: "Theirs", capacity: 1 },
    "POST /venueConfiguration": { venue, name: "Theirs", venueSections: [stalls] },
    "POST /event": { name: "Theirs", venue },
    "POST /eventDate": { event, eventStart: "05-12-2099T19:30" },
    "POST /ticketType": adult,
    "POST /masterTicket": { event, name: "Theirs", price: 1 },
    "POST /additionalField": { ...question, name: "Theirs" },
    "POST /offeringCopy": copy,
    "POST /discount": discount,
    "POST /festivalDiscount": festivalDiscount,
    "POST /multipack": multipack,
    "POST /code": { text: "THEIRS", kind: "REVEAL", ticketTypes: [ticketType] },
    "POST /quote": { event, tickets: [{ ticketType, quantity: 1 }] },
    "POST /voucher": { amount: 50 },
    "POST /cart/{key}/voucher": { code: "0000-0000-0000-0000" },
    "PUT /cart/{key}/codes": { bookingCode: "OURS" },
    "POST /order/{key}/refund": { fee: "returned" },
    "POST /admission/{id}/refund": { fee: "kept" },
    "POST /order/{key}/choice": { eventDate, choice: "keep" },
    "POST /order/{key}/refundByBuyer": { admissions: [admission?.id] },
    "POST /order/{key}/refundRequest": { admissions: [admission?.id], reason: "I broke my leg." },
    "POST /refundRequest/{id}/approve": { fee: "kept" },
    "POST /refundRequest/{id}/decline": { reason: "The evening is over." },
    "PUT /event/{id}/cancel": { refund: "none" },
    "PUT /eventDate/{id}/cancel": { refund: "all" },
    "POST /reservation": { event, tickets: [{ ticketType, quantity: 1 }] },
    "POST /reservation/{key}/lock": BUYER,
    "POST /reservation/{key}/payment": { amounts: { CREDIT_CARD: 45 }, creditCard: CARD },
    "PUT /admission/{id}/holder": { name: "Grace Hopper" },
    "POST /cart/{key}/lock": BUYER,
    "POST /admission/{id}/sendEmail": { email: BUYER.EMAIL },
    "POST /order/findByEmail": { email: BUYER.EMAIL },
    "POST /cart/{key}/payment": { amount: 45, creditCard: CARD },
  };

  return {
    addressOf: ({ path }: Call) => addressOf(path, resources),
    bodyOf: ({ method, path }: Call) => (method === "GET" ? undefined : (bodies[`${method} ${path}`] ?? {})),
    /** The key of the paid sale, and its admission. */
    sold: { key: String(at(sold, "key")), admission: Number(admission?.id) },
    event,
    ticketType,
    resources,
  };
}

const PARTS: Readonly<Record<string, string>> = { published: "false", enabled: "false", type: "PUBLIC" };

function addressOf(path: string, resources: Readonly<Record<string, unknown>>): string {
  const kind = path.split("/")[1] ?? "";
  return path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    const value = PARTS[part] ?? resources[kind];
    assert.ok(value !== undefined, `${path}: add a ${kind} to makeOneOfEverything`);
    return String(value);
  });
}
