import { type AdditionalField, buyerFieldsOf, guestFieldsOf } from "#src/catalogue/domain/additional-field.ts";
import { listFields } from "#src/catalogue/store/additional-fields.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import { mayRender, type Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { Renderer } from "#src/platform/store/outbox.ts";
import {
  type Answer,
  type AnswerProblem,
  type AnswersByName,
  dataOf,
  isComplete,
  nameIn,
  validateAnswers,
  wrongIn,
} from "#src/reservations/domain/answers.ts";
import {
  type Buyer,
  type CancelledTickets,
  firstToExpire,
  type GuestInput,
  type GuestInputs,
  type LockedSale,
  missingTerms,
  type TermsMissing,
} from "#src/reservations/domain/sale.ts";
import { countByType } from "#src/reservations/domain/validate.ts";
import {
  findAnswers,
  findDemandsOn,
  findQuantities,
  type SaleAnswers,
  writeAcceptedTerms,
  writeAnswers,
} from "#src/reservations/store/answers.ts";
import { listCancelledTickets, moveSales } from "#src/reservations/store/locked-sales.ts";
import { type CartRefusal, type CartScope, lockReservedSales } from "./carts.ts";

/** The buyer's input beside the standard details. */
export type LockInput = {
  readonly guests?: readonly GuestAnswers[] | undefined;
  /** The links of the conditions that were accepted. */
  readonly acceptedTerms?: readonly string[] | undefined;
  /** Where messages about the sales are rendered. */
  readonly renderer?: Renderer | undefined;
};

type Refused = AnswerRefused & { readonly terms: readonly TermsMissing[] };

export type LockOutcome = Outcome<
  { readonly secondsLeft: number },
  | { readonly refusal: CartRefusal | "renderer_refused" }
  | { readonly refusal: "cancelled"; readonly cancelled: readonly CancelledTickets[] }
  | Refused
>;

/**
 * Writes the buyer's details and locks the cart, or one reservation, for payment. A repeated lock replaces the details, so
 * that a form may be sent twice or corrected. Answers and accepted conditions that are not sent again stay.
 */
export function lockCart(
  runtime: Runtime,
  caller: Caller,
  scope: CartScope,
  buyer: Buyer,
  { guests, acceptedTerms = [], renderer }: LockInput = {},
): Promise<LockOutcome> {
  if (renderer !== undefined && !mayRender(runtime, renderer))
    return Promise.resolve({ ok: false, refusal: "renderer_refused" });
  return runtime.db.transaction(async (tx): Promise<LockOutcome> => {
    const reserved = await lockReservedSales(tx, runtime, caller, scope);
    if (!reserved.ok) return reserved;
    // Cancelled tickets are never charged. The buyer can release them and pay for the rest.
    const cancelled = await listCancelledTickets(tx, reserved.sales);
    if (cancelled.length > 0) return { ok: false, refusal: "cancelled", cancelled };
    const { terms, askingEventIds } = await findDemandsOn(tx, reserved.sales);
    const answered = await validateAtLock(tx, reserved.sales, askingEventIds, buyer, guests);
    const missing = missingTerms(terms, acceptedTerms);
    // Reports wrong answers and missing conditions together.
    if (!answered.ok) return { ...answered, terms: missing };
    if (missing.length > 0)
      return { ok: false, refusal: "answers_refused", problems: [], unplaced: [], terms: missing };
    await moveSales(tx, reserved.sales, ["RESERVED", "LOCKED"], "LOCKED", { buyer, renderer });
    for (const sale of answered.written) await writeAnswers(tx, sale);
    const accepted = terms.filter(({ url }) => acceptedTerms.includes(url));
    if (accepted.length > 0) await writeAcceptedTerms(tx, accepted);
    return { ok: true, secondsLeft: firstToExpire(reserved.sales) };
  });
}

/** The answers of one guest, for one ticket of this type. */
type GuestAnswers = { readonly ticketTypeId: number; readonly data: AnswersByName };

/** A guest without a ticket: the cart has none of this type, or fewer than guests. */
export type UnplacedGuest = { readonly index: number; readonly quantity: number };

type AnswerRefused = {
  readonly refusal: "answers_refused";
  readonly problems: readonly (AnswerProblem & { readonly path: string })[];
  readonly unplaced: readonly UnplacedGuest[];
};

/**
 * Validates one flat set of answers against the questions of every event in a cart. A name that two events share answers
 * both. Each sale keeps the answers to its own event's questions. Fields without a question are kept unchanged.
 */
async function validateAtLock(
  tx: Db,
  sales: readonly LockedSale[],
  askingEventIds: readonly number[],
  given: Buyer,
  guests: readonly GuestAnswers[] | undefined,
): Promise<Outcome<{ readonly written: readonly SaleAnswers[] }, AnswerRefused>> {
  const fields = askingEventIds.length === 0 ? [] : await listFields(tx, askingEventIds);
  const quantities = fields.length + (guests?.length ?? 0) === 0 ? [] : await findQuantities(tx, sales);
  const unplaced = unplacedGuests(guests ?? [], quantities);
  if (fields.length === 0 && unplaced.length === 0) return { ok: true, written: [] };

  const before = await findAnswers(tx, sales);
  const buyerFields = buyerFieldsOf(fields);
  const names = new Set(buyerFields.map(({ name }) => name));
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name) || name === "PHONE"));

  const guestInputs = guestInputsOf(fields, guests, before, quantities);
  const problems = [...guestInputs.problems];
  const written: SaleAnswers[] = [];
  for (const { eventId, id } of sales) {
    const earlier = before.find((one) => one.id === id);
    const questions = buyerFields.filter((field) => field.eventId === eventId);
    const validated = validateAnswers(questions, given, earlier?.answers);
    problems.push(...validated.problems.map((problem) => ({ ...problem, path: problem.name })));
    const buyer = { ...own, ...dataOf(validated.answers) };
    written.push({ eventId, id, buyer, answers: validated.answers, guests: guestInputs.guests.get(id) ?? {} });
  }
  if (problems.length + unplaced.length > 0) {
    return { ok: false, refusal: "answers_refused", problems: onceEach(problems), unplaced };
  }
  return { ok: true, written };
}

/** Returns the guests for whom there is no ticket: the last ones named of each type. */
function unplacedGuests(
  guests: readonly GuestAnswers[],
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

/** Merges the equal problems of events that ask the same question. */
function onceEach<Problem extends AnswerProblem & Path>(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.problem}`, problem])).values()];
}

/** Validates the answers of guests. Missing answers may follow after the payment. */
function guestInputsOf(
  fields: readonly AdditionalField[],
  guests: readonly GuestAnswers[] | undefined,
  before: readonly SaleAnswers[],
  quantities: Awaited<ReturnType<typeof findQuantities>>,
): {
  readonly guests: ReadonlyMap<number, GuestInputs>;
  readonly problems: readonly (AnswerProblem & Path)[];
} {
  const problems: (AnswerProblem & Path)[] = [];
  const bySale = new Map<number, Record<string, readonly GuestInput[]>>();
  const waiting = (guests ?? []).map((guest, index) => ({ ...guest, index }));
  for (const { saleId, ticketTypeId, quantity } of quantities) {
    const questions = guestFieldsOf(fields, ticketTypeId);
    const earlier = before.find(({ id }) => id === saleId)?.guests[ticketTypeId] ?? [];
    const theirs = waiting.filter((guest) => guest.ticketTypeId === ticketTypeId).slice(0, quantity);
    for (const guest of theirs) waiting.splice(waiting.indexOf(guest), 1);
    const inputs = Array.from({ length: quantity }, (_, nth): GuestInput => {
      const guest = theirs[nth];
      const validated = validateAnswers(questions, guest?.data ?? {}, earlier[nth]?.answers);
      const wrong = wrongIn(validated).map((one) => ({ ...one, path: `guests[${guest?.index}].data.${one.name}` }));
      problems.push(...wrong);
      return guestInputOf(validated.answers, isComplete(validated));
    });
    const sale = bySale.get(saleId) ?? {};
    bySale.set(saleId, { ...sale, ...(questions.length > 0 && { [ticketTypeId]: inputs }) });
  }
  return { guests: bySale, problems };
}

function guestInputOf(answers: readonly Answer[], complete: boolean): GuestInput {
  const data = dataOf(answers);
  return { holder: nameIn(data), data, answers, complete };
}
