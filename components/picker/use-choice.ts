"use client";

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Availability, pollStorefront, withAvailability } from "#components/poll-storefront.ts";
import type { EventLink } from "#lib/catalogue/event-link.ts";
import type { ArrivalChange } from "#lib/catalogue/picker/arrival.ts";
import { type PackedPicker, unpackPicker } from "#lib/catalogue/picker/compact-picker.ts";
import {
  type Choice,
  carryOver,
  nameIn,
  type PickerData,
  type PickerDate,
  type PickerTicket,
  selectableMaximum,
  soleDate,
} from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { isOutdated, withinShortages, withShortages } from "#lib/catalogue/picker/shortages.ts";
import { fill } from "#lib/i18n/words.ts";
import type { Shortage, Source } from "#lib/ticketing/model/reservation.ts";
import { type Entry, enteredBefore, withEntry } from "./entered-before.ts";

/** Stores a choice for the page; in a frame nothing is stored. */
export type Memory = {
  readonly before: (data: PickerData) => Promise<Choice | undefined>;
  readonly keep: (eventId: number, choice: Choice) => void;
};

/** The response of `/api/offering/{id}`: the offering with these codes, and a text about them. */
type Revealed = {
  readonly picker: PackedPicker | null;
  readonly says: string;
  /** The same before a date is chosen. */
  readonly saysFirst: string;
  readonly isRefused: boolean;
  readonly isAccepted: boolean;
  readonly opensNone: boolean;
};

type Known = {
  readonly data: PickerData;
  /** Where the data comes from: the rendered page, a live answer, or none because the request failed. */
  readonly knowledge: "rendered" | "live" | "none";
  /** When the last live answer came, ISO 8601; absent before the first. */
  readonly liveAt?: string;
  /** The effect of the codes, as a text, and before a date is chosen. */
  readonly codeSays: string;
  readonly codeSaysFirst: string;
  readonly isCodeRefused: boolean;
  /** The service knows every code, and accepts them. */
  readonly isCodeAccepted: boolean;
  /** No ticket type that needs a code is opened by these. */
  readonly opensNone: boolean;
};

const NO_CODE = {
  codeSays: "",
  codeSaysFirst: "",
  isCodeRefused: false,
  isCodeAccepted: false,
  opensNone: false,
} as const;

/** The link that a page was rendered for, and what it chooses, so that a press before the script has read the URL finds it. */
export type Arrived = { readonly link: EventLink; readonly choice: Choice };

type Options = {
  readonly memory?: Memory | undefined;
  readonly arrived?: Arrived | undefined;
  /** The shortages of the last refusal. */
  readonly shortages?: readonly Shortage[] | undefined;
};

/** The present choice, from a link, from storage or by hand, with the live availability. */
export function useChoice(packed: PackedPicker, words: PickerWords, { memory, arrived, shortages = [] }: Options = {}) {
  const link = arrived?.link;
  const rendered = useMemo(() => unpackPicker(packed), [packed]);
  const [known, setKnown] = useState<Known>({ data: rendered, knowledge: "rendered", ...NO_CODE });
  const [chosen, setChoice] = useState<Choice>(
    () => arrived?.choice ?? { dateId: soleDate(rendered.dates)?.id, quantities: {}, code: "" },
  );
  /** The codes that the offering is requested with. A page that was rendered for a link has the tickets of its code. */
  const [codes, setCodes] = useState(link?.code ?? "");
  const [source, setSource] = useState<Source | undefined>(link?.source);
  const [changes, setChanges] = useState<readonly ArrivalChange[]>([]);
  const [spoken, setSpoken] = useState("");
  const arriving = useRef<((data: PickerData, codes: string, isLive: boolean) => void) | undefined>(undefined);
  const latest = useRef<readonly [data: PickerData, codes: string, isLive: boolean] | undefined>(undefined);
  const once = useRef({ rendered, words, memory, initial: chosen, isRenderedFor: link !== undefined });
  /** A choice made by hand is not overwritten by a link or the storage, which are read later. */
  const isByHand = useRef(false);

  const entry = useRef<Entry>(undefined);
  const checking = useRef<() => void>(undefined);

  useLayoutEffect(() => {
    const { rendered, initial } = once.current;
    const entered = enteredBefore(rendered, initial);
    entry.current = entered;
    if (entered !== undefined) setChoice(withEntry(initial, entered, rendered));
  }, []);

  useEffect(() => {
    const { rendered, words, memory, initial, isRenderedFor } = once.current;
    let isUnmounted = false;
    // What the buyer has already entered takes precedence over a link and the storage.
    const entered = (choice: Choice) => (entry.current ? withEntry(choice, entry.current, rendered) : choice);

    function restore(before: Choice) {
      setChoice(entered(before));
      setCodes(before.code.trim());
      if (entry.current) memory?.keep(rendered.eventId, entered(before));
    }

    async function begin() {
      if (window.location.search !== "") {
        const { arrivalOf } = await import("#lib/catalogue/picker/arrival.ts");
        const arrival = arrivalOf(window.location.search, words);
        if (isUnmounted) return;
        setSource(arrival.source);
        if (isByHand.current) return;
        if (arrival.preselects) {
          restore(arrival.arrive(rendered).choice);
          arriving.current = (data, codes, isLive) => {
            if (codes !== arrival.code) return;
            const { choice, changes } = arrival.arrive(data);
            setChoice(entered(choice));
            // A page that was rendered for its link has said it.
            if (!isRenderedFor) setChanges(changes);
            if (isLive) arriving.current = undefined;
          };
          if (latest.current !== undefined) arriving.current(...latest.current);
          return;
        }
      }
      const before = await memory?.before(rendered);
      if (isUnmounted || isByHand.current) return;
      if (before !== undefined) restore(before);
      else if (entry.current) memory?.keep(rendered.eventId, entered(initial));
    }

    void begin();
    return () => {
      isUnmounted = true;
    };
  }, []);

  useEffect(() => {
    const { rendered } = once.current;
    const { eventId, locale } = rendered;
    const query = new URLSearchParams({ locale, codes });
    const about = codes === "" ? `availability/${eventId}` : `offering/${eventId}?${query}`;
    const poll = pollStorefront(about, (answer) => {
      if (answer === undefined) {
        setKnown((before) => ({ ...before, knowledge: "none" }));
        latest.current = [rendered, codes, false];
        arriving.current?.(rendered, codes, false);
        return;
      }
      const revealed = codes === "" ? undefined : (answer as Revealed);
      const picker = revealed?.picker;
      const data = picker
        ? unpackPicker(picker)
        : {
            ...rendered,
            dates: withAvailability(rendered.dates, picker === undefined ? (answer as Availability) : undefined),
          };
      const codeNews = revealed
        ? {
            codeSays: revealed.says,
            codeSaysFirst: revealed.saysFirst,
            isCodeRefused: revealed.isRefused,
            isCodeAccepted: revealed.isAccepted,
            opensNone: revealed.opensNone,
          }
        : NO_CODE;
      setKnown({ data, knowledge: "live", liveAt: new Date().toISOString(), ...codeNews });
      const offered = { ...data, opensNone: codeNews.opensNone };
      latest.current = [offered, codes, true];
      arriving.current?.(offered, codes, true);
    });
    checking.current = poll.again;
    return poll.stop;
  }, [codes]);

  const dates = withShortages(known.data.dates, shortages);
  const date = dates.find(({ id }) => id === chosen.dateId) ?? soleDate(dates);
  const typed = chosen.code.trim();
  const hasCode = typed !== "" && !(known.opensNone && typed === codes.trim());
  const quantities = date ? withinShortages(chosen.quantities, date, { shortages, hasCode }) : {};
  const choice = { ...chosen, quantities };
  const nameOf = (ticket: PickerTicket) => (date ? nameIn(date, ticket, rendered.locale) : ticket.name);

  function choose(next: Choice) {
    arriving.current = undefined;
    isByHand.current = true;
    setChoice(next);
    memory?.keep(rendered.eventId, next);
  }

  function step(ticket: PickerTicket, by: 1 | -1) {
    const name = nameOf(ticket);
    const before = choice.quantities[ticket.id] ?? 0;
    const most = selectableMaximum(ticket, hasCode);
    if (by > 0 && before >= most)
      return setSpoken(before >= (ticket.remaining ?? ticket.maximum) ? words.atLimit : words.noneLeft);
    if (by < 0 && before === 0) return setSpoken(fill(words.atZero, { name }));
    const moved = before + by;
    const quantity = moved < ticket.minimum ? (by > 0 ? Math.min(ticket.minimum, most) : 0) : moved;
    choose({ ...choice, quantities: { ...choice.quantities, [ticket.id]: quantity } });
    setSpoken(fill(words.selected, { name, count: quantity }));
  }

  /** A number that is still being typed may be below the minimum: "1" may become "12". */
  function type(ticket: PickerTicket, typed: number, isDone: boolean) {
    const most = selectableMaximum(ticket, hasCode);
    const least = isDone && typed > 0 ? Math.min(ticket.minimum, most) : 0;
    const quantity = Math.max(Math.min(typed, most), least);
    if (typed > most) setSpoken(most < (ticket.remaining ?? ticket.maximum) ? words.noneLeft : words.atLimit);
    else if (quantity !== typed) setSpoken(fill(words.selected, { name: nameOf(ticket), count: quantity }));
    if (quantity !== (choice.quantities[ticket.id] ?? 0))
      choose({ ...choice, quantities: { ...choice.quantities, [ticket.id]: quantity } });
  }

  return {
    ...known,
    data: { ...known.data, dates },
    codeSays: date ? known.codeSays : known.codeSaysFirst,
    /** The code of the field is the one whose effect is known. */
    isCodeApplied: typed !== "" && typed === codes.trim() && known.codeSays !== "",
    /** The shortages of the last refusal, unless even fewer are left now. */
    shortages: isOutdated(known.data.dates, shortages) ? [] : shortages,
    choice,
    /** Absent until one of several is chosen. */
    date,
    hasCode,
    spoken,
    changes,
    source,
    link,
    chooseDate: (next: PickerDate) =>
      choose({ ...choice, dateId: next.id, quantities: date ? carryOver(choice.quantities, date, next) : {} }),
    step,
    type,
    setCode: (code: string) => {
      choose({ ...choice, code });
      // What was said about another code is no longer true.
      if (code.trim() !== codes) setKnown((before) => ({ ...before, ...NO_CODE }));
    },
    /** Requests the offering with the codes of the field. */
    applyCode: () => setCodes(choice.code.trim()),
    removeCode: () => {
      choose({ ...choice, code: "" });
      setCodes("");
    },
    /** Requests the live availability at once. */
    checkAgain: () => checking.current?.(),
  };
}

export type Choosing = ReturnType<typeof useChoice>;
