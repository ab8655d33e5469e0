import "server-only";

import type { ZodType } from "zod";
import { afterChange } from "#lib/runtime/catalogue-changes.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import type { CallName } from "#lib/ticketing/client/calls.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { linkedEvent, linkedTicketType } from "#lib/ticketing/events.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";

/** The interface allows a reference that is only a link. The name behind it is read once in ten minutes. */
const KEPT_MS = 10 * 60_000;
const KEPT_MAX = 500;

type Kept = { readonly until: number; readonly value: Promise<unknown> };
const kept = processWide("what links lead to", () => new Map<Path, Kept>());
afterChange(() => kept.clear());

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
  return (path && (await linked("getEventName", path, linkedEvent))?.name) ?? "";
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

async function ticketTypeOf(id: number) {
  const path = pathTo`/ticketType/${id}`;
  return path && linked("getTicketType", path, linkedTicketType);
}

/** Returns what a link leads to; `undefined` when it cannot be read. Each path belongs to one schema. */
async function linked<T>(name: CallName, path: Path, answer: ZodType<T>): Promise<T | undefined> {
  const now = performance.now();
  const last = kept.get(path) as { readonly until: number; readonly value: Promise<T | undefined> } | undefined;
  if (last && now < last.until) return last.value;
  const value = undefinedOnFault(request({ name, method: "GET", path, answer }));
  kept.delete(path);
  kept.set(path, { until: now + KEPT_MS, value });
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > KEPT_MAX) kept.delete(oldest);
  if ((await value) === undefined) kept.delete(path);
  return value;
}
