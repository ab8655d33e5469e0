import type { ServiceClient } from "#e2e/support/service-client.ts";

type Watched = {
  readonly ticketTypes: readonly number[];
  readonly amounts: readonly string[];
  /** The addresses whose messages are counted. */
  readonly recipients?: readonly string[];
};
type Owned = { readonly carts: ReadonlySet<string>; readonly sales: ReadonlySet<string> };

type Reference = { readonly id?: number; readonly link?: string };

/** Fields that change with time alone. */
const TIME_FIELDS: ReadonlySet<string> = new Set(["expirySeconds"]);

/**
 * Returns the state of some carts at the ticketing service and the card processor as one text: places left, charges,
 * lines, codes, totals, states, deadlines, buyers, guests, messages. Equal texts mean that nothing changed.
 */
export async function serviceState(
  serviceClient: Pick<ServiceClient, "call" | "placesLeft">,
  sandbox: { ledger(amount: string): Promise<readonly { readonly kind: string }[]> },
  { ticketTypes, amounts, recipients = [] }: Watched,
  { carts, sales }: Owned,
): Promise<string> {
  const read = async (path: string) => {
    const { status, body } = await serviceClient.call("GET", path);
    return { path, status, body: status === 404 ? {} : body };
  };
  const [places, charges, ofCarts, ofSales] = await Promise.all([
    Promise.all(ticketTypes.map((type) => serviceClient.placesLeft(type))),
    Promise.all(amounts.map(async (amount) => (await sandbox.ledger(amount)).map(({ kind }) => `${kind} ${amount}`))),
    Promise.all([...carts].map((cart) => read(`/cart/${cart}`))),
    Promise.all([...sales].map((sale) => read(`/payment/${sale}`))),
  ]);
  const admissions = ofSales.flatMap(({ body }) => (body.admissions ?? []) as readonly Reference[]);
  const ofAdmissions = await Promise.all(admissions.map((one) => read(`/admission/${idOf(one)}`)));
  const messages = recipients.length === 0 ? 0 : await countMessages(serviceClient, recipients);
  return JSON.stringify({ places, charges, ofCarts, ofSales, ofAdmissions, messages }, (name, value) =>
    TIME_FIELDS.has(name) ? undefined : value,
  );
}

/** Returns the number of messages to these addresses. One that is sent between the two reads counts once. */
async function countMessages({ call }: Pick<ServiceClient, "call">, recipients: readonly string[]): Promise<number> {
  const account = (await call("GET", "/user/login")).body.account as { readonly id: number };
  const ids = new Set<string>();
  for (const state of ["QUEUED", "SENT"]) {
    const { body } = await call("GET", `/account/${account.id}/messages?state=${state}&pageSize=100`);
    for (const { id, recipient } of body.messages as readonly { readonly id: string; readonly recipient: string }[])
      if (recipients.includes(recipient)) ids.add(id);
  }
  return ids.size;
}

/** Returns the id of a reference, which may be a link alone. */
function idOf({ id, link = "" }: Reference): string {
  return String(id ?? /(\d+)\/?$/.exec(link)?.[1]);
}
