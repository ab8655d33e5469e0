import type { Client } from "./client.ts";
import {
  type Answer,
  expect,
  expectSuccess,
  fieldOf,
  idOf,
  NotApplicable,
  once,
  prepared,
  requireOffered,
} from "./expect.ts";
import type { Leftovers } from "./leftovers.ts";

/** An event that the kit made for itself, so that it takes no other buyer's places. */
export type OwnEvent = {
  readonly venue: number;
  readonly event: number;
  readonly eventDates: readonly [first: number, second: number];
  readonly sections: { readonly floor: number; readonly box: number; readonly outside: number };
  readonly configuration: number;
  readonly ticketTypes: {
    readonly adult: number;
    /** Of the second date. */
    readonly second: number;
    readonly free: number;
    /** In a section of three places. */
    readonly box: number;
    /** At most two in an order. */
    readonly limited: number;
    /** Whose guests are asked a question. */
    readonly guest: number;
  };
  readonly guestQuestion: string;
};

export const BOX_PLACES = 3;
export const LIMITED_MAXIMUM = 2;
/** The start of the first date, in the venue's local time, as it is sent and as an answer begins. */
export const FIRST_START = { sent: "04-12-2099T19:30", answered: "2099-12-04T19:30" };
const SECOND_START = "05-12-2099T19:30";
const NAME = "Conformance check, not a real event";

/** Records a thing that was created. `keep` and `removeAfterCheck` do. */
type Recorder = (id: number) => void;

const isSuccess = ({ status }: Pick<Answer, "status">): boolean => status >= 200 && status < 300;

/** Makes things for managers. Each throws NotApplicable for a user who may not manage, or a service without the call. */
export function createManager({ write, removing }: Pick<Client, "write" | "removing">, leftovers: Leftovers) {
  /**
   * Sends a call that creates, and has the new thing recorded. It asserts nothing: a thing of which a check did not expect the
   * answer must be removed too.
   */
  async function post(path: string, body: object, record: Recorder): Promise<Answer> {
    const answer = await write("POST", path, body);
    const made = idOf(fieldOf(answer.body, "id"));
    if (isSuccess(answer) && made !== undefined) record(made);
    return answer;
  }

  /** Creates a resource and returns its id. What is part of another resource needs no record of its own. */
  async function create(path: string, body: object, record: Recorder = () => {}): Promise<number> {
    const answer = await post(path, body, record);
    requireOffered(answer);
    expectSuccess(answer);
    const id = fieldOf(answer.body, "id");
    expect(typeof id === "number", answer, "an id", id);
    return id;
  }

  /** Asks for an access token that ends with the check. */
  function makeToken(): Promise<Answer> {
    const expiresAt = new Date(Date.now() + 10 * 60 * 1000).toISOString();
    return post("/user/token", { scopes: ["PUBLIC"], expiresAt, name: NAME }, (id) =>
      removeAfterCheck(`access token ${id}`, `/user/token/${id}`),
    );
  }

  /** Makes a voucher of this amount, which is disabled at the end. Returns its code. */
  async function makeVoucher(amount: number): Promise<string> {
    const answer = await post("/voucher", { amount }, (id) =>
      keep(`voucher ${id}, switched off`, `/voucher/${id}/enable/false`),
    );
    requireOffered(answer);
    expectSuccess(answer);
    return String(fieldOf(answer.body, "code"));
  }

  /** Records a thing that has no call to remove it. At the end it is switched off by a PUT of this path, if there is one. */
  function keep(what: string, switchOff?: string): void {
    leftovers.add({
      what,
      until: "run",
      remove: async () => {
        if (switchOff === undefined) return "the interface has no call to remove it";
        const { status, body } = await removing.write("PUT", switchOff);
        return isSuccess({ status }) && fieldOf(body, "successful") !== false
          ? "switched off; the interface has no call to remove it"
          : `STILL ON: PUT ${switchOff} answered ${status}`;
      },
    });
  }

  /** Records a thing that a DELETE of this path removes. A check may remove it earlier. */
  function removeAfterCheck(what: string, path: string): void {
    leftovers.add({
      what,
      until: "check",
      remove: async () => {
        const { status } = await removing.write("DELETE", path);
        return isSuccess({ status }) || status === 404 ? undefined : `DELETE ${path} answered ${status}`;
      },
    });
  }

  const madeEvent = once(makeEvent);

  async function makeEvent(): Promise<OwnEvent> {
    const place = { name: NAME, timeZone: "Pacific/Auckland", address: { city: "Nelson" } };
    const venue = await create("/venue", place, (id) => keep(`venue ${id}`));
    const section = (name: string, capacity: number) => create("/venueSection", { venue, name, capacity });
    const sections = {
      floor: await section("Floor", 60),
      box: await section("Box", BOX_PLACES),
      outside: await section("Outside of the configuration", 10),
    };
    const inside = { venue, name: "Floor and box", venueSections: [sections.floor, sections.box] };
    const configuration = await create("/venueConfiguration", inside);
    const event = await create(
      "/event",
      { name: NAME, venue, venueConfiguration: configuration, description: NAME },
      (id) => keep(`event ${id}, unpublished`, `/event/${id}/publish/false`),
    );
    const eventDates = [
      await create("/eventDate", { event, eventStart: FIRST_START.sent }),
      await create("/eventDate", { event, eventStart: SECOND_START }),
    ] as const;
    const type = (name: string, more: object, at = 0) => {
      const place = { eventDate: eventDates[at], venueSection: sections.floor };
      return create("/ticketType", { ...place, price: 45, fee: 2.5, name, ...more });
    };
    const guest = await type("With a question", {});
    const guestQuestion = "Conformance answer";
    const asked = { event, name: guestQuestion, label: "An answer", inputType: "TEXT", askedOf: "GUEST" };
    await create("/additionalField", { ...asked, ticketTypes: [guest], metadata: { required: true } });
    const ticketTypes = {
      adult: await type("Adult", {}),
      second: await type("Adult", {}, 1),
      free: await type("Free", { price: 0, fee: 0 }),
      box: await type("Box", { venueSection: sections.box, maximumPerOrder: 20 }),
      limited: await type("Limited", { maximumPerOrder: LIMITED_MAXIMUM }),
      guest,
    };
    expectSuccess(await write("PUT", `/event/${event}/publish/true`));
    return { venue, event, eventDates, sections, configuration, ticketTypes, guestQuestion };
  }

  return {
    create,
    makeToken,
    makeVoucher,
    /** Returns the kit's own event. The statements about making events check it; for all others use `ownEvent`. */
    madeEvent,
    ownEvent: (): Promise<OwnEvent> => prepared(madeEvent),
    /** Returns the kit's own event, or `undefined` where it cannot make one. */
    ownEventIfAny: (): Promise<OwnEvent | undefined> =>
      prepared(madeEvent).catch((error: unknown) => {
        if (error instanceof NotApplicable) return undefined;
        throw error;
      }),
  };
}

export type Manager = ReturnType<typeof createManager>;
