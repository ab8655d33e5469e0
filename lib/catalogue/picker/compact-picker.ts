import type { PickerData, PickerDate, PickerItem, PickerTicket } from "./picker-data.ts";

/**
 * Picker data as it is sent in a page. The dates of a long run sell the same few ticket types, so their common part is
 * sent once, and each date has its own ids and counts.
 */
export type PackedPicker = Omit<PickerData, "dates"> & {
  readonly types: readonly TypeData[];
  readonly dates: readonly [PackedDate, ...PackedDate[]];
};

type TypeData = Omit<PickerTicket, OwnFields>;
type OwnFields = "id" | "status" | "left" | "onSaleFrom";
/** `type` is an index into `types`. The status ON_SALE is omitted. */
type PackedItem =
  | string
  | (Pick<PickerTicket, "id" | "left" | "onSaleFrom"> & {
      readonly type: number;
      readonly status?: PickerTicket["status"];
    });
type PackedDate = Omit<PickerDate, "sections" | "merchandise"> & {
  readonly sections: readonly { readonly name: string; readonly items: readonly PackedItem[] }[];
  readonly merchandise: readonly PackedItem[];
};

export function packPicker({ dates: [first, ...others], ...rest }: PickerData): PackedPicker {
  const types: TypeData[] = [];
  const known = new Map<string, number>();

  function itemOf(item: PickerItem): PackedItem {
    if (typeof item === "string") return item;
    const { id, status, left, onSaleFrom, ...typeData } = item;
    const text = JSON.stringify(typeData);
    const type = known.get(text) ?? types.push(typeData) - 1;
    known.set(text, type);
    return {
      type,
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
  return { ...rest, types, dates: [dateOf(first), ...others.map(dateOf)] };
}

export function unpackPicker({ types, dates: [first, ...others], ...rest }: PackedPicker): PickerData {
  function itemsOf(items: readonly PackedItem[]): readonly PickerItem[] {
    return items.flatMap((item): readonly PickerItem[] => {
      if (typeof item === "string") return [item];
      const { type, ...own } = item;
      const typeData = types[type];
      return typeData === undefined ? [] : [{ ...typeData, status: "ON_SALE", ...own }];
    });
  }

  const dateOf = ({ sections, merchandise, ...date }: PackedDate): PickerDate => ({
    ...date,
    sections: sections.map(({ name, items }) => ({ name, items: itemsOf(items) })),
    merchandise: itemsOf(merchandise),
  });
  return { ...rest, dates: [dateOf(first), ...others.map(dateOf)] };
}
