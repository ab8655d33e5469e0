import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/fixtures.ts";
import { type Environment, required } from "#e2e/support/target/env.ts";
import { actionId } from "./actions.ts";
import { actionIdOf, type Encoding, filled, formsIn, type PageForm, requestOf } from "./forms.ts";
import { cookiesIn, type HttpAnswer, type HttpRequest, type HttpVisitor, locationOf } from "./http-visitor.ts";
import type { cookieSealer } from "./sealed-cookies.ts";

const EVIL = "https://evil.example";

/**
 * The headers of forged requests. Each keeps the cookies and the body of the real request. `lib/security/same-origin.test.ts`
 * covers every header value; this list shows that each action makes the check.
 */
const FORGERIES: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  "no Origin": { origin: undefined },
  "Origin: null": { origin: "null" },
  "a foreign Origin": { origin: EVIL },
  "a foreign Origin and Host": { origin: EVIL, host: "evil.example" },
  "a foreign Origin and X-Forwarded-Host": { origin: EVIL, "x-forwarded-host": "evil.example" },
  "sent across sites": { "sec-fetch-site": "cross-site" },
  "a content type that no form has": { "content-type": "application/json" },
};

type Jar = ReadonlyMap<string, string>;

export type Scene = {
  readonly page: Page;
  readonly origin: string;
  readonly encoding: Encoding;
  readonly victim: HttpVisitor;
  readonly sealer: ReturnType<typeof cookieSealer>;
  /** Returns a new visitor who has a reservation of their own. */
  readonly otherVisitor: () => Promise<HttpVisitor>;
  /** Returns the service's state of the victim's carts, and of another visitor's. */
  readonly state: (another?: HttpVisitor) => Promise<string>;
};

type Write = {
  /** The name of the action, or the path of the route handler. */
  readonly name: string;
  readonly form: PageForm;
  /** False for an action that needs no cart: it is not tried without cookies. */
  readonly needsVisitor?: boolean;
  /** Cookies that must not authorise the action, for actions that do not use a cart's cookies. */
  readonly jars?: Readonly<Record<string, Jar>>;
  /** True when the form is only valid for the visitor it was rendered for. */
  readonly isBound?: boolean;
  /** The same form with another buyer's key. */
  readonly otherForms?: Readonly<Record<string, PageForm>>;
  /** False when a success changes nothing at the service. */
  readonly changesService?: boolean;
};

/**
 * Sends a valid form as each forgery and expects that nothing changes at the service. Then sends the same form correctly:
 * its success shows that the forgeries failed for no other reason.
 */
export async function attackThenSend(scene: Scene, write: Write): Promise<HttpAnswer> {
  const { victim, sealer, state, encoding, origin } = scene;
  const request = await requestOf(write.form, encoding, origin);
  const before = await state();

  for (const [forgery, changes] of Object.entries(FORGERIES)) {
    const sent = victim.sendAs(victim.cookies, request, changes);
    const answer = await ("host" in changes ? sent.catch(noAnswer) : sent);
    const what = `${write.name}, ${forgery}`;
    // With another content type Next runs no action and renders the page.
    if (!("content-type" in changes)) expect(answer.status, what).toBeGreaterThanOrEqual(400);
    expect(cookiesIn(answer), `${what}: cookies set`).toEqual([]);
  }
  expect(await state(), `a forged ${write.name} changed the service`).toBe(before);

  if (write.needsVisitor !== false) {
    const otherVisitor = write.jars ? undefined : await scene.otherVisitor();
    const another = write.isBound ? otherVisitor : undefined;
    const withAnother = another ? await state(another) : before;
    const jars = write.jars ?? {
      "another visitor's cookies": otherVisitor?.cookies ?? new Map(),
      "expired cookies": await sealer.expired(victim.cookies),
    };
    for (const [whose, jar] of Object.entries({ "no cookie": new Map(), ...jars }))
      expectNoTickets(await victim.copy(jar).send(request), `${write.name}, ${whose}`);
    const what = `${write.name} without cookies, or with ${Object.keys(jars).join(" or ")}, changed the service`;
    expect(await state(another), what).toBe(withAnother);
  }
  for (const [what, form] of Object.entries(write.otherForms ?? {})) {
    const other = await requestOf(form, encoding, origin);
    const answer = await victim.copy().send(other);
    const location = locationOf(answer);
    // A form of a link that has ended leads to the page that says so.
    if (location !== "")
      expect((await victim.copy().get(location)).status, `${write.name}, ${what}: ${location}`).toBe(404);
    expect(await state(), `${write.name} with ${what} changed the service`).toBe(before);
  }

  for (const [name, value] of await sealer.renewed(victim.cookies)) victim.setCookie(name, value);
  const answer = await victim.send(request);
  expect(answer.status, `${write.name}, sent correctly`).toBeLessThan(400);
  if (write.changesService !== false)
    expect(await state(), `${write.name}, sent correctly, changed nothing`).not.toBe(before);
  return answer;
}

/** An edge closes a connection that names another host than the shop's, which nginx logs with this status. */
function noAnswer(fault: unknown): HttpAnswer {
  if (fault instanceof Error && "code" in fault && fault.code === "ECONNRESET")
    return { status: 444, headers: {}, body: "" };
  throw fault;
}

/** Expects that an answer has no address of a sale, which gives access to its tickets. */
function expectNoTickets(answer: HttpAnswer, what: string): void {
  expect(locationOf(answer), `${what}: redirects to the tickets`).not.toMatch(/\/sales\//);
  expect(/\/sales\/[\w-]+\.[\w-]*\./.exec(answer.body)?.[0], `${what}: links to the tickets`).toBeUndefined();
}

/** Returns a page's form for this action, filled in. Throws when the page has none. */
export async function formFor(
  { page, victim }: Pick<Scene, "page" | "victim">,
  action: string,
  path: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<PageForm> {
  const { body, status } = await victim.get(path);
  const id = actionId(action);
  const matches = (form: PageForm) =>
    actionIdOf(form) === id && Object.entries(typed).every(([name, value]) => isOfEvent(form, name, value));
  const form = (await formsIn(page, path, body)).find(matches);
  if (form === undefined) throw new Error(`${path} answers ${status} and has no form for ${action}.`);
  return filled(form, typed);
}

/** Returns the sign-in form for promoters, filled in for the user of the suite. */
export function signInForm(at: Pick<Scene, "page" | "victim">, env: Environment): Promise<PageForm> {
  return formFor(at, "signInPromoter", "/en/promoter/sign-in", required(env, "serviceLogin"));
}

/** Returns false for a form whose hidden field names another event. */
function isOfEvent({ fields }: PageForm, name: string, value: string): boolean {
  const [, given = ""] = fields.find(([one]) => one === name) ?? [];
  return name !== "event" || given === value;
}

/** Sends a form as a browser without JavaScript does. */
export async function sendForm(
  { origin }: Pick<Scene, "origin">,
  visitor: HttpVisitor,
  form: PageForm,
): Promise<HttpAnswer> {
  const request: HttpRequest = await requestOf(form, "form", origin);
  return visitor.send(request);
}
