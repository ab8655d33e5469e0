import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/fixtures.ts";
import { actionId } from "./actions.ts";
import { FORGERIES } from "./forgeries.ts";
import { actionIdOf, type Encoding, filled, formsIn, type PageForm, requestOf } from "./forms.ts";
import { cookiesIn, type HttpAnswer, type HttpRequest, type HttpVisitor, locationOf } from "./http-visitor.ts";
import type { cookieSealer } from "./sealed-cookies.ts";

type Jar = ReadonlyMap<string, string>;

export type Scene = {
  readonly page: Page;
  readonly origin: string;
  readonly encoding: Encoding;
  readonly victim: HttpVisitor;
  readonly sealer: ReturnType<typeof cookieSealer>;
  /** A new visitor, who has reserved something of their own. */
  readonly stranger: () => Promise<HttpVisitor>;
  /** All that the service knows of the victim's carts, so far, and of those of another visitor. */
  readonly state: (another?: HttpVisitor) => Promise<string>;
};

type Write = {
  /** The action, or the path of a route handler. */
  readonly name: string;
  readonly form: PageForm;
  /** False where no cart is needed: then no cookie can be missing. */
  readonly needsVisitor?: boolean;
  /** Whose cookies must do nothing, where it is not those of a cart. */
  readonly jars?: Readonly<Record<string, Jar>>;
  /** True where the form is only good for the visitor for whom it was drawn. */
  readonly isBound?: boolean;
  /** The same form with a key of another buyer in it. */
  readonly otherForms?: Readonly<Record<string, PageForm>>;
  /** False where a success changes nothing at the service. */
  readonly changesService?: boolean;
};

/**
 * Sends a form that would succeed in every way in which it must not, looks whether anything happened at the service,
 * and then sends the very same form as it should be sent: it succeeds, so the attacks failed for no other reason.
 */
export async function attackThenSend(scene: Scene, write: Write): Promise<HttpAnswer> {
  const { victim, sealer, state, encoding, origin } = scene;
  const request = await requestOf(write.form, encoding, origin);
  const before = await state();

  for (const [forgery, changes] of Object.entries(FORGERIES)) {
    const answer = await victim.sendAs(victim.cookies, request, changes);
    const what = `${write.name}, ${forgery}`;
    // What is no form asks no action for anything: the page itself is answered.
    if (!("content-type" in changes)) expect(answer.status, what).toBeGreaterThanOrEqual(400);
    expect(cookiesIn(answer), `${what}: cookies set`).toEqual([]);
  }
  expect(await state(), `${write.name} was forged, and something happened`).toBe(before);

  if (write.needsVisitor !== false) {
    const stranger = write.jars ? undefined : await scene.stranger();
    const another = write.isBound ? stranger : undefined;
    const withAnother = another ? await state(another) : before;
    const jars = write.jars ?? {
      "a stranger's cookies": stranger?.cookies ?? new Map(),
      "expired cookies": await sealer.expired(victim.cookies),
    };
    for (const [whose, jar] of Object.entries({ "no cookie": new Map(), ...jars }))
      expectNoTickets(await victim.sendAs(jar, request), `${write.name}, ${whose}`);
    const what = `${write.name} was sent with no cookie, ${Object.keys(jars).join(" or ")}, and something happened`;
    expect(await state(another), what).toBe(withAnother);
  }
  for (const [what, form] of Object.entries(write.otherForms ?? {})) {
    const other = await requestOf(form, encoding, origin);
    const answer = await victim.sendAs(victim.cookies, other);
    expect(locationOf(answer), `${write.name}, ${what}`).toBe("");
    expect(await state(), `${write.name} was sent with ${what}, and something happened`).toBe(before);
  }

  for (const [name, value] of await sealer.renewed(victim.cookies)) victim.setCookie(name, value);
  const answer = await victim.send(request);
  expect(answer.status, `${write.name}, as it should be`).toBeLessThan(400);
  if (write.changesService !== false)
    expect(await state(), `${write.name}, as it should be, changed nothing`).not.toBe(before);
  return answer;
}

/** The address of a sale gives access to its tickets. */
function expectNoTickets(answer: HttpAnswer, what: string): void {
  expect(locationOf(answer), `${what}: leads to the tickets`).not.toMatch(/\/sales\//);
  expect(/\/sales\/[\w-]+\.[\w-]*\./.exec(answer.body)?.[0], `${what}: names the tickets`).toBeUndefined();
}

/** The form of a page that is for this action, filled in. */
export async function formFor(
  { page, victim }: Pick<Scene, "page" | "victim">,
  action: string,
  path: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<PageForm> {
  const { body, status } = await victim.get(path);
  const id = actionId(action);
  const wanted = (form: PageForm) =>
    actionIdOf(form) === id && Object.entries(typed).every(([name, value]) => hasOrLacks(form, name, value));
  const form = (await formsIn(page, path, body)).find(wanted);
  if (form === undefined) throw new Error(`${path} answers ${status} and has no form for ${action}.`);
  return filled(form, typed);
}

/** A form that names another event is another event's. */
function hasOrLacks({ fields }: PageForm, name: string, value: string): boolean {
  const [, given = ""] = fields.find(([one]) => one === name) ?? [];
  return name !== "event" || given === value;
}

export async function sendPlainly(
  { origin }: Pick<Scene, "origin">,
  visitor: HttpVisitor,
  form: PageForm,
): Promise<HttpAnswer> {
  const request: HttpRequest = await requestOf(form, "form", origin);
  return visitor.send(request);
}
