"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { EventLink } from "#lib/domain/links/event-link.ts";
import type { Source } from "#lib/domain/links/source.ts";
import type { Shortage } from "#lib/domain/reservation/reservation.ts";
import { type PackedPicker, unpackPicker } from "#lib/picker/packed-picker.ts";
import {
  type Choice,
  carryOver,
  firstOnSale,
  mostOf,
  type PickerData,
  type PickerDate,
  type PickerTicket,
} from "#lib/picker/picker-data.ts";
import type { PickerWords } from "#lib/picker/picker-words.ts";
import { isOutdated, withShortages } from "#lib/picker/shortages.ts";
import { fill } from "#lib/text/words.ts";
import { useEarlyPresses } from "./early-presses.ts";
import { type Availability, keepAsking, withAvailability } from "./live.ts";

/** What a page remembers of a choice; a frame on somebody else's page remembers nothing. */
export type Memory = {
  readonly before: (data: PickerData) => Promise<Choice | undefined>;
  readonly keep: (eventId: number, choice: Choice) => void;
};

/** What `/api/offering/{id}` answers: everything that these codes show, and a sentence about them. */
export type Revealed = { readonly picker: PackedPicker | null; readonly says: string };

type Known = {
  readonly data: PickerData;
  /** Whether the page has asked what is left, and been told. */
  readonly knowledge: "drawn" | "live" | "none";
  /** What the codes do, in words. */
  readonly codeSays: string;
};

type Options = {
  readonly memory?: Memory | undefined;
  /** For the first drawing, where no script has read the address yet. */
  readonly link?: EventLink | undefined;
  /** What the service refused of the last try. */
  readonly shortages?: readonly Shortage[] | undefined;
};

/** What is chosen, from a link, from before or by hand, over what is known to be left. */
export function useChoice(packed: PackedPicker, words: PickerWords, { memory, link, shortages = [] }: Options = {}) {
  const drawn = useMemo(() => unpackPicker(packed), [packed]);
  const [known, setKnown] = useState<Known>({ data: drawn, knowledge: "drawn", codeSays: "" });
  const [choice, setChoice] = useState<Choice>(() => ({
    dateId: firstOnSale(drawn.dates).id,
    quantities: {},
    code: link?.code ?? "",
  }));
  /** The codes that the offering is asked with. */
  const [codes, setCodes] = useState("");
  const [source, setSource] = useState<Source | undefined>(link?.source);
  const [changes, setChanges] = useState<readonly string[]>([]);
  const [spoken, setSpoken] = useState("");
  const arriving = useRef<((data: PickerData, codes: string, isLive: boolean) => void) | undefined>(undefined);
  const latest = useRef<readonly [data: PickerData, codes: string, isLive: boolean] | undefined>(undefined);
  const once = useRef({ drawn, words, memory, pressAgain: useEarlyPresses() });
  /** What a hand chose stands, however late a link or the memory comes. */
  const isByHand = useRef(false);

  useEffect(() => {
    const { drawn, words, memory, pressAgain } = once.current;
    let left = false;

    function take(before: Choice) {
      setChoice(before);
      setCodes(before.code.trim());
    }

    async function begin() {
      if (window.location.search !== "") {
        const { arrivalOf } = await import("#lib/picker/arrive-by-link.ts");
        const arrival = arrivalOf(window.location.search, words);
        if (left) return;
        setSource(arrival.source);
        if (isByHand.current) return;
        if (arrival.preselects) {
          take(arrival.arrive(drawn).choice);
          arriving.current = (data, codes, isLive) => {
            if (codes !== arrival.code) return;
            const { choice, changes } = arrival.arrive(data);
            setChoice(choice);
            setChanges(changes);
            if (isLive) arriving.current = undefined;
          };
          if (latest.current !== undefined) arriving.current(...latest.current);
          return;
        }
      }
      const before = await memory?.before(drawn);
      if (before !== undefined && !left && !isByHand.current) take(before);
    }

    // An early hand goes on from what the link or the memory has chosen.
    void begin().finally(pressAgain);
    return () => {
      left = true;
    };
  }, []);

  useEffect(() => {
    const { drawn } = once.current;
    const { eventId, locale } = drawn;
    const query = new URLSearchParams({ locale, codes });
    const about = codes === "" ? `availability/${eventId}` : `offering/${eventId}?${query}`;
    return keepAsking(about, (answer) => {
      if (answer === undefined) {
        setKnown((before) => ({ ...before, knowledge: "none" }));
        latest.current = [drawn, codes, false];
        arriving.current?.(drawn, codes, false);
        return;
      }
      const { picker, says } = codes === "" ? { picker: undefined, says: "" } : (answer as Revealed);
      const data = picker
        ? unpackPicker(picker)
        : {
            ...drawn,
            dates: withAvailability(drawn.dates, picker === undefined ? (answer as Availability) : undefined),
          };
      setKnown({ data, knowledge: "live", codeSays: says });
      latest.current = [data, codes, true];
      arriving.current?.(data, codes, true);
    });
  }, [codes]);

  const dates = withShortages(known.data.dates, shortages);
  const date = dates.find(({ id }) => id === choice.dateId) ?? dates[0];
  const hasCode = choice.code.trim() !== "";

  function choose(next: Choice) {
    arriving.current = undefined;
    isByHand.current = true;
    setChoice(next);
    memory?.keep(drawn.eventId, next);
  }

  function step(ticket: PickerTicket, by: 1 | -1) {
    const before = choice.quantities[ticket.id] ?? 0;
    const most = mostOf(ticket, hasCode);
    if (by > 0 && before >= most)
      return setSpoken(before >= (ticket.remaining ?? ticket.maximum) ? words.atLimit : words.noneLeft);
    if (by < 0 && before === 0) return setSpoken(fill(words.atZero, { name: ticket.name }));
    const moved = before + by;
    const quantity = moved < ticket.minimum ? (by > 0 ? Math.min(ticket.minimum, most) : 0) : moved;
    choose({ ...choice, quantities: { ...choice.quantities, [ticket.id]: quantity } });
    setSpoken(fill(words.selected, { name: ticket.name, count: quantity }));
  }

  return {
    ...known,
    data: { ...known.data, dates },
    /** What was refused, unless even fewer are left by now. */
    shortages: isOutdated(known.data.dates, shortages) ? [] : shortages,
    choice,
    date,
    hasCode,
    spoken,
    changes,
    source,
    link,
    chooseDate: (next: PickerDate) =>
      choose({ ...choice, dateId: next.id, quantities: carryOver(choice.quantities, date, next) }),
    step,
    setCode: (code: string) => choose({ ...choice, code }),
    /** Asks what the codes in the box show. */
    applyCode: () => setCodes(choice.code.trim()),
  };
}

export type Choosing = ReturnType<typeof useChoice>;
