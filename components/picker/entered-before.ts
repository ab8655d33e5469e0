import {
  type Choice,
  carryOver,
  firstOnSale,
  mostOf,
  type PickerData,
  type Quantities,
  ticketsOf,
} from "#lib/catalogue/picker/picker-data.ts";

/** What the buyer entered before the picker was hydrated. What was left alone is absent. */
export type Entry = {
  readonly dateId?: number;
  /** Of the tickets of the first date, which the server renders. */
  readonly quantities: Quantities;
  readonly code?: string;
};

/**
 * Returns what was entered before hydration, or `undefined` for nothing. React leaves it in the fields, and tells no component.
 * `drawnCode` is the code that the page was rendered with. A page has one picker.
 */
export function enteredBefore({ dates }: PickerData, drawnCode: string): Entry | undefined {
  // A page may have another form with fields of these names.
  const form = document.querySelector<HTMLInputElement>("form [name=listed]")?.form;
  const fieldNamed = (name: string) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : undefined;
  };
  const drawn = firstOnSale(dates);
  const quantities = Object.fromEntries(
    ticketsOf(drawn).flatMap((ticket) => {
      const field = fieldNamed(`qty.${ticket.id}`);
      const typed = field?.value.trim() ?? "";
      const quantity = /^\d+$/.test(typed) ? Math.min(Number(typed), mostOf(ticket, true)) : 0;
      if (quantity === 0) return [];
      // Its first digit may be a 1.
      const isTyping = field === document.activeElement;
      return [[ticket.id, isTyping ? quantity : Math.max(quantity, ticket.minimum)]];
    }),
  );
  const code = fieldNamed("code")?.value ?? drawnCode;
  const pressed = Number(form?.querySelector<HTMLInputElement>("[name=date]:checked")?.value ?? drawn.id);
  if (pressed === drawn.id && code === drawnCode && Object.keys(quantities).length === 0) return undefined;
  return {
    quantities,
    ...(pressed !== drawn.id && { dateId: pressed }),
    ...(code !== drawnCode && { code }),
  };
}

/** Returns a choice, of a link or of an earlier visit, with what was entered in place of its parts. */
export function withEntry(
  choice: Choice,
  { dateId = choice.dateId, quantities, code }: Entry,
  data: PickerData,
): Choice {
  const dateOf = (id: number) => data.dates.find((date) => date.id === id);
  const [drawn, before] = [firstOnSale(data.dates), dateOf(choice.dateId)];
  const date = dateOf(dateId) ?? drawn;
  const kept = before === undefined || before === date ? choice.quantities : carryOver(choice.quantities, before, date);
  const entered = date === drawn ? quantities : carryOver(quantities, drawn, date);
  return { dateId: date.id, quantities: { ...kept, ...entered }, code: code ?? choice.code };
}
