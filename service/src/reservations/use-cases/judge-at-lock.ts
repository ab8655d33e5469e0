import { type AdditionalField, buyerFieldsOf, guestFieldsOf } from "#src/catalogue/domain/additional-field.ts";
import { listFields } from "#src/catalogue/store/additional-fields.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import {
  type Answer,
  type AnswerProblem,
  dataOf,
  type Given,
  isComplete,
  judgeAnswers,
  nameIn,
  wrongIn,
} from "#src/reservations/domain/answers.ts";
import type { Buyer, GuestsTold, GuestTold } from "#src/reservations/domain/sale.ts";
import type { SaleRow } from "#src/reservations/domain/sale-row.ts";
import { countByType } from "#src/reservations/domain/validate.ts";
import { findAnswers, findQuantities, type SaleAnswers } from "#src/reservations/store/answers.ts";

/** What is known of one guest: answers for one ticket of this type. */
export type GuestGiven = { readonly ticketTypeId: number; readonly data: Given };

/** A guest for whom the cart has no ticket: of no such type at all, or more guests than tickets of it. */
export type UnplacedGuest = { readonly index: number; readonly quantity: number };

export type AnswerRefused = {
  readonly refusal: "answers_refused";
  readonly problems: readonly (AnswerProblem & { readonly path: string })[];
  readonly unplaced: readonly UnplacedGuest[];
};

/**
 * Takes one flat set of answers to the questions of every event of a cart: a name that two events share answers both.
 * Each sale keeps its own event's part. What no event asks for is kept as it came.
 */
export async function judgeAtLock(
  tx: Db,
  sales: readonly SaleRow[],
  given: Buyer,
  guests: readonly GuestGiven[] | undefined,
): Promise<Outcome<{ readonly written: readonly SaleAnswers[] }, AnswerRefused>> {
  const fields = await listFields(tx, [...new Set(sales.map(({ eventId }) => eventId))]);
  const quantities = fields.length + (guests?.length ?? 0) === 0 ? [] : await findQuantities(tx, sales);
  const unplaced = unplacedGuests(guests ?? [], quantities);
  if (fields.length === 0 && unplaced.length === 0) return { ok: true, written: [] };

  const before = await findAnswers(tx, sales);
  const buyerFields = buyerFieldsOf(fields);
  const names = new Set(buyerFields.map(({ name }) => name));
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name) || name === "PHONE"));

  const told = toldOfGuests(fields, guests, before, quantities);
  const problems = [...told.problems];
  const written: SaleAnswers[] = [];
  for (const { eventId, id } of sales) {
    const earlier = before.find((one) => one.id === id);
    const asked = buyerFields.filter((field) => field.eventId === eventId);
    const judged = judgeAnswers(asked, given, earlier?.answers);
    problems.push(...judged.problems.map((problem) => ({ ...problem, path: problem.name })));
    const buyer = { ...own, ...dataOf(judged.answers) };
    written.push({ eventId, id, buyer, answers: judged.answers, guests: told.guests.get(id) ?? {} });
  }
  if (problems.length + unplaced.length > 0) {
    return { ok: false, refusal: "answers_refused", problems: onceEach(problems), unplaced };
  }
  return { ok: true, written };
}

/** The last ones named are those for whom there is no ticket. */
function unplacedGuests(
  guests: readonly GuestGiven[],
  quantities: Awaited<ReturnType<typeof findQuantities>>,
): readonly UnplacedGuest[] {
  const tickets = countByType(quantities);
  const placed = new Map<number, number>();
  return guests.flatMap(({ ticketTypeId }, index) => {
    const nth = (placed.get(ticketTypeId) ?? 0) + 1;
    placed.set(ticketTypeId, nth);
    const quantity = tickets.get(ticketTypeId) ?? 0;
    return nth > quantity ? [{ index, quantity }] : [];
  });
}

type Path = { readonly path: string };

/** Of two events that ask the same, one row says what is wrong. */
function onceEach<Problem extends AnswerProblem & Path>(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.problem}`, problem])).values()];
}

/** Guests may be left for later, so nothing is missing yet; but what is given must fit. */
function toldOfGuests(
  fields: readonly AdditionalField[],
  guests: readonly GuestGiven[] | undefined,
  before: readonly SaleAnswers[],
  quantities: Awaited<ReturnType<typeof findQuantities>>,
): {
  readonly guests: ReadonlyMap<number, GuestsTold>;
  readonly problems: readonly (AnswerProblem & Path)[];
} {
  const problems: (AnswerProblem & Path)[] = [];
  const bySale = new Map<number, Record<string, readonly GuestTold[]>>();
  const waiting = (guests ?? []).map((guest, index) => ({ ...guest, index }));
  for (const { saleId, ticketTypeId, quantity } of quantities) {
    const asked = guestFieldsOf(fields, ticketTypeId);
    const earlier = before.find(({ id }) => id === saleId)?.guests[ticketTypeId] ?? [];
    const theirs = waiting.filter((guest) => guest.ticketTypeId === ticketTypeId).slice(0, quantity);
    for (const guest of theirs) waiting.splice(waiting.indexOf(guest), 1);
    const told = Array.from({ length: quantity }, (_, nth): GuestTold => {
      const guest = theirs[nth];
      const judged = judgeAnswers(asked, guest?.data ?? {}, earlier[nth]?.answers);
      const wrong = wrongIn(judged).map((one) => ({ ...one, path: `guests[${guest?.index}].data.${one.name}` }));
      problems.push(...wrong);
      return toldOf(judged.answers, isComplete(judged));
    });
    const sale = bySale.get(saleId) ?? {};
    bySale.set(saleId, { ...sale, ...(asked.length > 0 && { [ticketTypeId]: told }) });
  }
  return { guests: bySale, problems };
}

function toldOf(answers: readonly Answer[], complete: boolean): GuestTold {
  const data = dataOf(answers);
  return { holder: nameIn(data), data, answers, complete };
}
