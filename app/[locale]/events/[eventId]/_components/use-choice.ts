"use client";

import { useEffect, useRef, useState } from "react";
import { askStorefront } from "#components/ask.ts";
import { fill } from "#components/words.ts";
import { type Choice, choiceFromLink, keepChoice, keptChoice } from "./kept-choice.ts";
import { type Availability, watchAvailability, withAvailability } from "./live.ts";
import {
  carryOver,
  firstOnSale,
  mostOf,
  type PickerData,
  type PickerDate,
  type PickerTicket,
  type PickerWords,
} from "./picker-data.ts";

/** From a link; or kept in this tab, unless it was reserved and that reservation is over: bought, let go or ended. */
async function choiceBefore(data: PickerData): Promise<Choice | undefined> {
  const linked = choiceFromLink(window.location.search, data);
  if (linked !== undefined) return linked;
  const kept = keptChoice(data);
  if (!kept?.held) return kept;
  const answer = (await askStorefront("held")) as { readonly held: object | null } | undefined;
  return answer?.held ? { ...kept, held: false } : undefined;
}

/** What is chosen, from a link, from before or by hand, over what is known to be left. */
export function useChoice(data: PickerData, words: PickerWords) {
  const [choice, setChoice] = useState<Choice>(() => ({
    dateId: firstOnSale(data.dates).id,
    quantities: {},
    code: "",
  }));
  const [live, setLive] = useState<Availability | "unknown">();
  const [spoken, setSpoken] = useState("");
  const drawn = useRef(data);

  useEffect(() => {
    void choiceBefore(drawn.current).then((before) => {
      if (before !== undefined) setChoice(before);
    });
    return watchAvailability(drawn.current.eventId, (answer) => setLive(answer ?? "unknown"));
  }, []);

  const dates = withAvailability(data.dates, live === "unknown" ? undefined : live);
  const date = dates.find(({ id }) => id === choice.dateId) ?? dates[0];
  const hasCode = choice.code.trim() !== "";

  function choose(next: Choice) {
    setChoice(next);
    keepChoice(data.eventId, next);
  }

  function chooseDate(next: PickerDate) {
    choose({ ...choice, dateId: next.id, quantities: carryOver(choice.quantities, date, next) });
  }

  function step(ticket: PickerTicket, by: 1 | -1) {
    const before = choice.quantities[ticket.id] ?? 0;
    const most = mostOf(ticket, hasCode);
    if (by > 0 && before >= most) return setSpoken(before >= ticket.maximum ? words.atLimit : words.noneLeft);
    if (by < 0 && before === 0) return setSpoken(fill(words.atZero, { name: ticket.name }));
    const moved = before + by;
    const quantity = moved < ticket.minimum ? (by > 0 ? Math.min(ticket.minimum, most) : 0) : moved;
    choose({ ...choice, quantities: { ...choice.quantities, [ticket.id]: quantity } });
    setSpoken(fill(words.selected, { name: ticket.name, count: quantity }));
  }

  return {
    choice,
    dates,
    date,
    hasCode,
    spoken,
    /** Whether the page has asked what is left, and been told. */
    knowledge: live === undefined ? ("drawn" as const) : live === "unknown" ? ("none" as const) : ("live" as const),
    chooseDate,
    step,
    setCode: (code: string) => choose({ ...choice, code }),
  };
}
