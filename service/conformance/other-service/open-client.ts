import { readFileSync } from "node:fs";
import { Agent, fetch } from "undici";
import type { OtherService } from "./service.ts";

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

/** Returns functions that call the other service as another buyer's system would. */
export function openClient({ url, ca, user, password }: Pick<OtherService, "url" | "ca" | "user" | "password">) {
  const dispatcher = new Agent({ connect: { ca: readFileSync(ca, "utf8") } });
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    "content-type": "application/json",
    accepts: "application/json",
  };

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const sent = { method, headers, dispatcher, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}${path}`, sent);
    // Every call of this service but `GET /cart` answers an object or a list, which is one.
    return { status: answer.status, body: (await answer.json()) as Answer["body"] };
  }

  return {
    call,
    close: () => dispatcher.close(),
    reserve: (event: number, ticketType: number, quantity: number, multiOrderKey?: string) =>
      call("POST", "/reservation/", { event, tickets: [{ ticketType, quantity }], multiOrderKey }),
    lock: (cartId: string) =>
      call("POST", `/cart/${cartId}/lock`, { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com" }),
    pay: (cartId: string, amount: number, number: string) =>
      call("POST", `/cart/${cartId}/payment`, { amount, creditCard: { number } }),
  };
}
