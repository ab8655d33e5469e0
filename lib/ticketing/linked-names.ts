import "server-only";

import type { ZodType } from "zod";
import { afterChange } from "#lib/runtime/catalogue-changes.ts";
import { recentAnswers } from "#lib/runtime/concurrency.ts";
import type { ShopCall } from "#lib/ticketing/client/calls.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { linkedEvent, linkedTicketType } from "#lib/ticketing/events.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";

/** The interface allows a reference that is only a link. The name behind it is read once in ten minutes. */
const KEPT_MS = 10 * 60_000;
const KEPT_MAX = 500;

const answers = recentAnswers<unknown>("what links lead to", {
  keptMs: KEPT_MS,
  max: KEPT_MAX,
  kept: (answer) => answer !== undefined,
});
afterChange(answers.clear);

/** Returns the cart with the names of its events and ticket types. One that cannot be read stays empty. */
export async function withNames(cart: Cart): Promise<Cart> {
  const sales = cart.sales.map(async (sale) => ({
    ...sale,
    eventName: await eventNameOf(sale.eventId, sale.eventName),
    lines: await Promise.all(
      sale.lines.map(async (line) => ({
        ...line,
        name: line.name || ((await ticketTypeOf(line.ticketTypeId))?.name ?? ""),
      })),
    ),
  }));
  return { ...cart, sales: await Promise.all(sales) };
}

/** Returns the name that the service wrote, or the one of the linked event. */
export async function eventNameOf(eventId: number, written: string): Promise<string> {
  if (written !== "") return written;
  const path = pathTo`/event/${eventId}`;
  return (path && (await linked("getEventBasics", path, linkedEvent))?.name) ?? "";
}

/** Returns the ticket with its type's name and date, which the interface leaves to the linked ticket type. */
export async function withTicketType(admission: Admission): Promise<Admission> {
  if (admission.ticketTypeName !== "" && admission.eventDateId !== undefined) return admission;
  const type = await ticketTypeOf(admission.ticketTypeId);
  const eventDateId = admission.eventDateId ?? type?.eventDateId;
  return {
    ...admission,
    ticketTypeName: admission.ticketTypeName || (type?.name ?? ""),
    ...(eventDateId !== undefined && { eventDateId }),
  };
}

/** Returns what a ticket type says of itself, by the interface alone; `undefined` where it cannot be read. */
export async function ticketTypeOf(id: number) {
  const path = pathTo`/ticketType/${id}`;
  return path && linked("getTicketType", path, linkedTicketType);
}

/** Returns what a link leads to; `undefined` when it cannot be read. Each path belongs to one schema. */
async function linked<T>(name: ShopCall, path: Path, answer: ZodType<T>): Promise<T | undefined> {
  const ask = () => undefinedOnFault(request({ name, method: "GET", path, answer }));
  return answers.get(path, ask) as Promise<T | undefined>;
}
