import { randomUUID } from "node:crypto";
import { type Connection, requestBytes, type Target } from "./https-client.ts";

const CARD = { name: "Ada Lovelace", number: "4111111111111111", expiryMonth: 12, expiryYear: 2090, cvv: "123" };
const BUYER = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com" };

type PurchaseRequest = { readonly credential: string; readonly eventId: number; readonly ticketTypeId: number };

/** Reserves one ticket, locks its cart and pays by card, as the storefront does. Throws unless the payment succeeds. */
export async function purchase(
  connection: Connection,
  target: Target,
  { credential, eventId, ticketTypeId }: PurchaseRequest,
): Promise<void> {
  const call = async (path: string, body: object, more: readonly string[] = []): Promise<Record<string, unknown>> => {
    const answer = await connection.send(requestBytes(target, { path, credential, body }, more));
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    return JSON.parse(answer.body);
  };
  const tickets = [{ ticketType: ticketTypeId, quantity: 1 }];
  const { multiSaleKey } = await call("/reservation/", { event: eventId, tickets });
  await call(`/cart/${multiSaleKey}/lock`, BUYER);
  const key = `Idempotency-Key: ${randomUUID()}`;
  const paid = await call(`/cart/${multiSaleKey}/payment`, { amount: 47.5, creditCard: CARD }, [key]);
  if (paid.type !== "SUCCESS") throw new Error(`A payment was answered ${paid.type}.`);
}
