import {
  type Choice,
  carryOver,
  type PickerData,
  type Quantities,
  selectableMaximum,
  ticketsOf,
} from "#lib/catalogue/picker/picker-data.ts";
import { withPlainDigits } from "#lib/i18n/typed-text.ts";

/** What the buyer entered before the picker was hydrated. Untouched fields are absent. */
export type Entry = {
  readonly dateId?: number;
  /** Of the tickets of the date that the server renders. */
  readonly quantities: Quantities;
  readonly code?: string;
};

/**
 * Returns what was entered before hydration; `undefined` if nothing but the choice that the page was rendered with. React keeps it in
 * the fields, but no component gets an event. A page has one picker.
 */
export function enteredBefore({ dates }: PickerData, rendered: Choice): Entry | undefined {
  // A page may have another form with fields of these names.
  const form = document.querySelector<HTMLInputElement>("form [name=listed]")?.form;
  const fieldNamed = (name: string) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : undefined;
  };
  const date = dates.find(({ id }) => id === rendered.dateId);
  const quantities = Object.fromEntries(
    (date ? ticketsOf(date) : []).flatMap((ticket) => {
      const field = fieldNamed(`qty.${ticket.id}`);
      const typed = withPlainDigits(field?.value ?? "").trim();
      const quantity = /^\d+$/.test(typed) ? Math.min(Number(typed), selectableMaximum(ticket, true)) : 0;
      if (field === undefined || quantity === (rendered.quantities[ticket.id] ?? 0)) return [];
      // A number that is still being typed may be below the minimum: "1" may become "12".
      const isTyping = field === document.activeElement;
      return [[ticket.id, isTyping || quantity === 0 ? quantity : Math.max(quantity, ticket.minimum)]];
    }),
  );
  const code = fieldNamed("code")?.value ?? rendered.code;
  const pressed = form?.querySelector<HTMLInputElement>("[name=date]:checked")?.value;
  const dateId = pressed === undefined ? rendered.dateId : Number(pressed);
  if (dateId === rendered.dateId && code === rendered.code && Object.keys(quantities).length === 0) return undefined;
  return {
    quantities,
    ...(dateId !== undefined && dateId !== rendered.dateId && { dateId }),
    ...(code !== rendered.code && { code }),
  };
}

/** Returns a choice, from a link or an earlier visit, in which what was entered replaces the corresponding parts. */
export function withEntry(
  choice: Choice,
  { dateId = choice.dateId, quantities, code }: Entry,
  data: PickerData,
): Choice {
  const dateOf = (id: number | undefined) => data.dates.find((date) => date.id === id);
  const [before, date] = [dateOf(choice.dateId), dateOf(dateId)];
  const kept = date && before && before !== date ? carryOver(choice.quantities, before, date) : choice.quantities;
  return { dateId: date?.id, quantities: { ...kept, ...quantities }, code: code ?? choice.code };
}
