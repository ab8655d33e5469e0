import { type Choice, carryOver, firstOnSale, mostOf, type PickerData, ticketsOf } from "#lib/picker/picker-data.ts";

/**
 * Returns what the buyer entered before the picker was hydrated, or `undefined` for nothing. React leaves it in the fields, and tells
 * no component. `drawnCode` is the code that the page was rendered with. A page has one picker.
 */
export function enteredBefore({ dates }: PickerData, drawnCode: string): Choice | undefined {
  const drawn = firstOnSale(dates);
  const quantities = Object.fromEntries(
    ticketsOf(drawn).flatMap((ticket) => {
      const typed = fieldNamed(`qty.${ticket.id}`)?.value.trim() ?? "";
      const quantity = /^\d+$/.test(typed) ? Math.min(Number(typed), mostOf(ticket, true)) : 0;
      return quantity > 0 ? [[ticket.id, quantity]] : [];
    }),
  );
  const code = fieldNamed("code")?.value ?? drawnCode;
  const pressed = document.querySelector<HTMLInputElement>("[name=date]:checked")?.value;
  const date = dates.find(({ id }) => String(id) === pressed) ?? drawn;
  if (date === drawn && code === drawnCode && Object.keys(quantities).length === 0) return undefined;
  return { dateId: date.id, quantities: date === drawn ? quantities : carryOver(quantities, drawn, date), code };
}

function fieldNamed(name: string): HTMLInputElement | undefined {
  return [...document.getElementsByName(name)].find((field) => field instanceof HTMLInputElement);
}
