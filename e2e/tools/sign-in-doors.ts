import { callAction } from "./call-action.ts";
import { cookieAt } from "./cookie-names.ts";
import { decompressed, fetchStorefront, type Served } from "./fetch-storefront.ts";

type Fields = Readonly<Record<string, string>>;

/** A browser: its network, and its cookies by their full names. */
export type Browser = { readonly network: string; readonly jar: Map<string, string> };

/** How a try has ended. */
export type Ending = "signed in" | "asked for a code" | "refused" | "waits" | "step ended";

export type Door = {
  readonly name: string;
  readonly password: (browser: Browser, user: string, password: string) => Promise<Ending>;
  readonly code: (browser: Browser, code: string, remember?: boolean) => Promise<Ending>;
};

export function newBrowser(address: string, network: string): Browser {
  return { network, jar: new Map([[cookieAt(address, "foyer-allowed"), "1"]]) };
}

export const copyOf = ({ network, jar }: Browser, elsewhere = network): Browser => ({
  network: elsewhere,
  jar: new Map(jar),
});

export const headersOf = ({ network, jar }: Browser): Fields => ({
  cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
  "x-forwarded-for": network,
});

/** Opens an address as a browser does, which keeps the cookies of the answer. */
export async function open(address: string, path: string, browser: Browser): Promise<Served> {
  return keepCookies(browser, await fetchStorefront(address, { path, headers: headersOf(browser) }));
}

export function keepCookies({ jar }: Browser, answer: Served): Served {
  for (const line of answer.headers["set-cookie"] ?? []) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") jar.delete(name);
    else jar.set(name, value);
  }
  return answer;
}

const ENDINGS: readonly (readonly [of: RegExp, ending: Ending])[] = [
  [/\/sign-in\/code(?!\?error)|error=code_needed/, "asked for a code"],
  [/error=step_ended/, "step ended"],
  [/error=wait|Too many attempts/, "waits"],
  [/error=(CredentialsSignin|code_\w+)|Incorrect username|That (backup )?code/, "refused"],
];

function endingOf(browser: Browser, before: string | undefined, address: string, answer: Served): Ending {
  const session = browser.jar.get(cookieAt(address, "foyer-promoter"));
  if (session !== undefined && session !== before) return "signed in";
  const to = `${answer.headers.location ?? answer.headers["x-action-redirect"] ?? ""}`;
  const text = to === "" ? decompressed(answer).toString() : to;
  const [, ending] = ENDINGS.find(([of]) => of.test(text)) ?? [];
  if (ending === undefined) throw new Error(`${answer.where} ends as no test expects: ${text.slice(0, 500)}`);
  return ending;
}

/** The two doors to a session: the action of our own pages, and next-auth's route. */
export function doorsOf(address: string): readonly Door[] {
  async function through(browser: Browser, send: (headers: Fields) => Promise<Served>): Promise<Ending> {
    const before = browser.jar.get(cookieAt(address, "foyer-promoter"));
    return endingOf(browser, before, address, keepCookies(browser, await send(headersOf(browser))));
  }

  async function callback(browser: Browser, provider: string, form: Fields): Promise<Ending> {
    const csrfToken = await csrfTokenOf(address, browser);
    return through(browser, (headers) => postForm(address, `callback/${provider}`, { csrfToken, ...form }, headers));
  }

  return [
    {
      name: "our page",
      password: (browser, user, password) =>
        through(browser, (headers) => callAction(address, "signInPromoter", { user, password }, headers)),
      code: (browser, code, remember = false) => {
        const form = { code, ...(remember && { remember: "on" }) };
        return through(browser, (headers) => callAction(address, "enterCode", form, headers));
      },
    },
    {
      name: "next-auth's route",
      password: (browser, user, password) => callback(browser, "password", { user, password }),
      code: (browser, code, remember = false) =>
        callback(browser, "code", { code, ...(remember && { remember: "on" }) }),
    },
  ];
}

export async function csrfTokenOf(address: string, browser: Browser): Promise<string> {
  const answer = await open(address, "/api/auth/csrf", browser);
  return JSON.parse(decompressed(answer).toString()).csrfToken;
}

/** Sends a form to next-auth's route. */
export function postForm(address: string, path: string, form: Fields, headers: Fields): Promise<Served> {
  return fetchStorefront(address, {
    method: "POST",
    path: `/api/auth/${path}`,
    headers: {
      origin: address,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: `${new URLSearchParams(form)}`,
  });
}
