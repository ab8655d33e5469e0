import assert from "node:assert/strict";
import type { Call } from "#src/platform/http/call.ts";
import { exampleOf } from "#src/platform/http/openapi/document.ts";
import type { Db } from "#src/platform/store/db.ts";
import { at, BUYER, make, makeVenue, type openShop, publish } from "#test/test-app.ts";

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
  await publish(promoter, event);
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

  const voucher = await make(promoter, "/voucher", { amount: 50 });
  const paid = await reserve(shop, { event, type: ticketType }, 1);
  await shop("POST", `/cart/${at(paid, "multiSaleKey")}/lock`, BUYER);
  const { code } = Object((await promoter("GET", `/voucher/${voucher}`)).body);
  await shop("POST", `/cart/${at(paid, "multiSaleKey")}/payment`, { amount: 45, voucher: { code } });
  await promoter("PUT", `/voucher/${voucher}/enable/false`);
  await promoter("POST", `/order/${at(paid, "key")}/refund`, { fee: "returned" });
  const invited = {
    email: "ada@example.com",
    capabilities: ["SCAN"],
    language: "en",
    link: "https://tickets.example/{key}",
  };
  const [waitingReturn] = await db.query<{ id: number }>("SELECT id FROM voucher_return");

  /** The ids of the resources, by the first part of their path. */
  const resources: Readonly<Record<string, unknown>> = {
    account: accountId,
    user: at(await promoter("GET", "/user/login"), "id"),
    invitation: await make(promoter, `/account/${accountId}/invitations`, invited),
    site: await make(promoter, `/account/${accountId}/sites`, { origin: "https://longlight.example" }),
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
    voucher,
    voucherReturn: waitingReturn?.id,
    code: await make(promoter, "/code", { text: "OURS", kind: "REVEAL", events: [event] }),
    link: await make(promoter, `/account/${accountId}/links`, { name: "Ours", kind: "LINK" }),
    reservation: at(reserved, "key"),
    cart: at(reserved, "multiSaleKey"),
    payment: at(sold, "key"),
    admission: admission?.id,
    waitingList: waiting?.key,
    refundRequest: refundRequest?.id,
    refundJob: at(await promoter("PUT", `/eventDate/${cancelledDate}/cancel`, { refund: "all" }), "refundJob"),
    message: message?.id,
  };

  return {
    addressOf: ({ path }: Call) => addressOf(path, resources),
    /** The body of the call's example, with these resources instead of those that it names. */
    bodyOf: (call: Call) => (call.method === "GET" ? undefined : naming(exampleOf(call)?.body ?? {}, resources)),
    /** The key of the paid sale, and its admission. */
    sold: { key: String(at(sold, "key")), admission: Number(admission?.id) },
    event,
    ticketType,
    resources,
  };
}

const PARTS: Readonly<Record<string, string>> = { published: "false", enabled: "false", type: "PUBLIC" };

/** Returns a body with the id of each resource that it names, as in `event`, `events`, or `eventDate`. */
function naming(body: unknown, resources: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(body)) return body.map((one) => naming(one, resources));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const one = resources[name];
      const each = resources[name.replace(/s$/, "")];
      if (typeof value === "number" && one !== undefined) return [name, one];
      const isList = Array.isArray(value) && value.every((of) => typeof of === "number");
      return [name, isList && each !== undefined ? [each] : naming(value, resources)];
    }),
  );
}

function addressOf(path: string, resources: Readonly<Record<string, unknown>>): string {
  const kind = path.split("/")[1] ?? "";
  return path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    const value = PARTS[part] ?? resources[kind];
    assert.ok(value !== undefined, `${path}: add a ${kind} to makeOneOfEverything`);
    return String(value);
  });
}

/** Tells whether calls change a database. */
export type Contents = {
  /** Returns a digest of every table. Only tables that were written to since the last time are read. */
  readonly digest: () => Promise<string>;
  /** Reads every table, and throws when one has changed without a trace. */
  readonly verify: () => Promise<void>;
};

/**
 * Notes the tables that any statement on this database writes to, by triggers. A statement that is rolled back leaves no note. A digest
 * of all tables after each of thousands of requests would take longer than the requests.
 */
export async function watchContents(db: Db): Promise<Contents> {
  await db.query("CREATE SCHEMA contents");
  await db.query("CREATE TABLE contents.written (name text NOT NULL)");
  await db.query(`CREATE FUNCTION contents.note() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO contents.written VALUES (TG_TABLE_NAME); RETURN NULL; END'`);
  for (const name of await tablesOf(db))
    await db.query(`CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${name}
      FOR EACH STATEMENT EXECUTE FUNCTION contents.note()`);
  const digests = await digestsOf(db, await tablesOf(db));

  async function renew(): Promise<void> {
    const written = await db.query<{ name: string }>(
      `WITH taken AS (DELETE FROM contents.written RETURNING name) SELECT DISTINCT name FROM taken`,
    );
    if (written.length === 0) return;
    const names = written.map(({ name }) => name);
    for (const [name, digest] of await digestsOf(db, names)) digests.set(name, digest);
  }

  return {
    async digest() {
      await renew();
      return JSON.stringify([...digests]);
    },
    async verify() {
      await renew();
      assert.deepEqual(digests, await digestsOf(db, await tablesOf(db)), "A change that no trigger has noted.");
    },
  };
}

/** Returns the tables that a refused call must not change. The audit log has the refusals, and a refused user was active. */
async function tablesOf(db: Db): Promise<readonly string[]> {
  const tables = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_name NOT IN ('audit_entry', 'user_activity') ORDER BY 1`,
  );
  return tables.map(({ name }) => name);
}

async function digestsOf(db: Db, names: readonly string[]): Promise<Map<string, string | null>> {
  const each = names.map(
    (name) => `SELECT '${name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM ${name} t`,
  );
  const rows = await db.query<{ name: string; digest: string | null }>(each.join(" UNION ALL "));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Returns an OpenAPI document with every reference replaced by its target. Throws when a target is missing. */
export function inlineRefs<Document extends object>(document: Document): Document {
  return inlined(document, document) as Document;
}

function inlined(part: unknown, document: object): unknown {
  if (Array.isArray(part)) return part.map((one) => inlined(one, document));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as { readonly $ref?: unknown };
  if (typeof $ref === "string") return inlined(targetOf($ref, document), document);
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inlined(value, document)]));
}

function targetOf(ref: string, document: object): unknown {
  const [root, ...path] = ref.split("/");
  const found = path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), document);
  if (root !== "#" || found === undefined) throw new Error(`${ref} has no target.`);
  return found;
}
