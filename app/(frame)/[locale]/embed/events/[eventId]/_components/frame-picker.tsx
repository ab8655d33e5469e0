"use client";

import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { postToHost } from "#app/(frame)/[locale]/_components/host.ts";
import { OrderBar } from "#components/picker/order-bar.tsx";
import { canBuyAny, chosenOf, PickerFields } from "#components/picker/picker-fields.tsx";
import { type Choosing, useChoice } from "#components/picker/use-choice.ts";
import { FocusLine, FocusPanel } from "#components/ui/focus-panel.tsx";
import type { PackedPicker } from "#lib/catalogue/picker/compact-picker.ts";
import { type PickerDate, type PickerItem, type PickerSection, SHORT_MAX } from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";

type FramePickerProps = {
  readonly data: PackedPicker;
  readonly words: PickerWords;
  readonly staleNote: string | undefined;
};

type FrameOptions = { readonly types: ReadonlySet<number>; readonly target: "_top" | "_blank" };

/**
 * The picker inside a frame. It stores nothing: the selection is posted to our own origin at top level, and reserved
 * there.
 */
export function FramePicker({ data, words, staleNote }: FramePickerProps) {
  const [{ types, target }, setAsked] = useState<FrameOptions>({ types: new Set(), target: "_top" });
  const [announcement, setAnnouncement] = useState(0);
  const choosing = ofTypes(useChoice(data, words), types);
  const chosen = chosenOf(choosing);
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const event = data.eventId;
  const date = choosing.date?.id;
  const lastSent = useRef("");
  if (announcement > 0 && count > 0) setAnnouncement(0);

  useEffect(() => setAsked(optionsIn(new URLSearchParams(window.location.search))), []);

  useEffect(() => {
    const now = `${date} ${count}`;
    if (lastSent.current !== "" && lastSent.current !== now)
      postToHost("select", { event, ...(date !== undefined && { date }), count });
    lastSent.current = now;
  }, [event, date, count]);

  function onSubmit(submitted: SubmitEvent<HTMLFormElement>) {
    if (date !== undefined && count > 0) return postToHost("checkout", { event, date, count });
    submitted.preventDefault();
    setAnnouncement(announcement + 1);
  }

  return (
    <form
      method="post"
      action="/reserve"
      target={target}
      onSubmit={onSubmit}
      noValidate
      autoComplete="off"
      className="flex flex-col gap-6"
    >
      <PickerFields
        choosing={choosing}
        words={words}
        staleNote={staleNote}
        dateProblem={
          announcement > 0 &&
          choosing.date === undefined && <FocusLine announcement={announcement}>{words.chooseDateFirst}</FocusLine>
        }
        problem={
          announcement > 0 &&
          choosing.date !== undefined && (
            <FocusPanel tone="bad" role="alert" announcement={announcement}>
              <p>{words.chooseFirst}</p>
            </FocusPanel>
          )
        }
        bar={
          canBuyAny(choosing) && (
            <OrderBar
              inFrame
              choosing={choosing}
              pending={false}
              locale={data.locale}
              words={words}
              needsScript={choosing.data.dates.length > SHORT_MAX}
            />
          )
        }
      />
    </form>
  );
}

function optionsIn(query: URLSearchParams): FrameOptions {
  const ids = (query.get("types") ?? "").split(",").map(Number);
  return {
    types: new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0)),
    target: query.get("target") === "blank" ? "_blank" : "_top",
  };
}

/** Returns the selection limited to the host's ticket types; unlimited where the event has none of them. */
function ofTypes(choosing: Choosing, types: ReadonlySet<number>): Choosing {
  const applies = (item: PickerItem) => typeof item !== "string" && types.has(item.id);
  const section = ({ name, items }: PickerSection) => ({ name, items: items.filter(applies) });
  const some = (date: PickerDate): PickerDate => ({
    ...date,
    sections: date.sections.map(section).filter(({ items }) => items.length > 0),
    merchandise: date.merchandise.filter(applies),
  });
  const date = choosing.date && some(choosing.date);
  return date && date.sections.length + date.merchandise.length > 0 ? { ...choosing, date } : choosing;
}
