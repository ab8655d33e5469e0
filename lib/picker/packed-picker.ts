import type { PickerData, PickerDate, PickerItem, PickerTicket } from "./picker-data.ts";

/**
 * A picker as it travels in a page. The dates of a long run sell the same few ticket types, so what those have in
 * common is said once, and each date names its own ids and counts.
 */
export type PackedPicker = Omit<PickerData, "dates"> & {
  readonly kinds: readonly Kind[];
  readonly dates: readonly [PackedDate, ...PackedDate[]];
};

type Kind = Omit<PickerTicket, Own>;
type Own = "id" | "status" | "left" | "onSaleFrom";
/** `is` points into `kinds`. What is on sale does not say so. */
type PackedItem =
  | string
  | (Pick<PickerTicket, "id" | "left" | "onSaleFrom"> & {
      readonly is: number;
      readonly status?: PickerTicket["status"];
    });
type PackedDate = Omit<PickerDate, "sections" | "merchandise"> & {
  readonly sections: readonly { readonly name: string; readonly items: readonly PackedItem[] }[];
  readonly merchandise: readonly PackedItem[];
};

export function packPicker({ dates: [first, ...others], ...rest }: PickerData): PackedPicker {
  const kinds: Kind[] = [];
  const known = new Map<string, number>();

  function itemOf(item: PickerItem): PackedItem {
    if (typeof item === "string") return item;
    const { id, status, left, onSaleFrom, ...kind } = item;
    const text = JSON.stringify(kind);
    const is = known.get(text) ?? kinds.push(kind) - 1;
    known.set(text, is);
    return {
      is,
      id,
      ...(status !== "ON_SALE" && { status }),
      ...(left !== undefined && { left }),
      ...(onSaleFrom !== undefined && { onSaleFrom }),
    };
  }

  const dateOf = ({ sections, merchandise, ...date }: PickerDate): PackedDate => ({
    ...date,
    sections: sections.map(({ name, items }) => ({ name, items: items.map(itemOf) })),
    merchandise: merchandise.map(itemOf),
  });
  return { ...rest, kinds, dates: [dateOf(first), ...others.map(dateOf)] };
}

export function unpackPicker({ kinds, dates: [first, ...others], ...rest }: PackedPicker): PickerData {
  function itemsOf(items: readonly PackedItem[]): readonly PickerItem[] {
    return items.flatMap((item): readonly PickerItem[] => {
      if (typeof item === "string") return [item];
      const { is, ...own } = item;
      const kind = kinds[is];
      return kind === undefined ? [] : [{ ...kind, status: "ON_SALE", ...own }];
    });
  }

  const dateOf = ({ sections, merchandise, ...date }: PackedDate): PickerDate => ({
    ...date,
    sections: sections.map(({ name, items }) => ({ name, items: itemsOf(items) })),
    merchandise: itemsOf(merchandise),
  });
  return { ...rest, dates: [dateOf(first), ...others.map(dateOf)] };
}
