import { codePage } from "#e2e/pages/code-page.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { linkIn, linkPages, usersPages } from "#e2e/pages/user-pages.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { type ServiceClient, wallTime } from "#e2e/support/service-client.ts";
import { createTwoStepUser } from "#e2e/support/two-step-user.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

// A trace would show the passwords.
test.use({ trace: "off" });

const { language, text, inText } = words;
const PASSWORD = "seven green bottles on a wall";
const NEW_PASSWORD = "eleven grey kettles on a shelf";
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const HOME = `/${language}/promoter`;

/** Other tests add users to the same account: the list may have several pages. */
async function idOf(service: ServiceClient, email: string): Promise<number> {
  const { body: login } = await service.call("GET", "/user/login");
  const { id } = login.account as { readonly id: number };
  const { body } = await service.call("GET", `/account/${id}/userSummaries?q=${encodeURIComponent(email)}`);
  const [user] = body.users as readonly { readonly id: number }[];
  if (user === undefined) throw new Error("There is no such user.");
  return user.id;
}

test.describe("users", { tag: ["@service", "@promoter", "@mail", "@once"] }, () => {
  test("a manager with two-step sign-in invites a person, who accepts on a phone; a change of access holds on the next page, removed access ends it, and the log has it all", async ({
    page,
    browser,
    env,
    mailbox,
    buyer,
    serviceClient,
    uniqueName,
  }) => {
    const email = ownMailbox(buyer);
    const name = uniqueName("Sam");
    const manager = await createTwoStepUser(serviceClient, env, `manager-${name.toLowerCase()}@foyer.example`);
    const [promoter, users] = [signInPage(page, env), usersPages(page)];
    await promoter.open();
    await promoter.signIn(manager.user, manager.password);
    await codePage(page).enter(manager.nextCode());
    await expect(promoter.greeting).toBeVisible();
    await page.goto(`${users.list}/new`);
    await untilHydrated(users.send);
    await users.send.click();
    await expect(page.getByText(text("Reasons.reason.required")).first()).toBeVisible();
    await expectAccessible(page, "an invitation with errors", ["main"]);
    await users.email.fill(email);
    await users.access("ORDERS").check();
    await users.send.click();
    await expect(users.done).toContainText(email);
    await expectAccessible(page, "users", ["main"]);

    const link = linkIn(await mailbox.messageTo(email), "invitation");
    const context = await browser.newContext({ ...PHONE, baseURL: env.address });
    const phone = await context.newPage();
    for (let times = 0; times < 10; times += 1) {
      const [got, head] = [await context.request.get(link), await context.request.head(link)];
      expect([got.status(), head.status()], "opening the link does not use it up").toEqual([200, 200]);
      expect(got.headers()["cache-control"]).toContain("no-store");
      expect(await got.text()).toMatch(/<meta name="referrer" content="same-origin"/);
    }
    const invited = linkPages(phone);
    await phone.goto(link);
    await expect(invited.username).toHaveValue(email);
    await untilHydrated(invited.create);
    await invited.firstName.fill(name);
    await invited.typePassword("password1234");
    await invited.create.click();
    await expect(phone.getByText(text("SignInLinks.passwordUnfit")).first()).toBeVisible();
    await expectAccessible(phone, "an invitation's account");
    await expect(invited.firstName, "what was typed stays").toHaveValue(name);
    await invited.typePassword(PASSWORD);
    await invited.create.click();
    await expect(invited.ready).toBeVisible();
    const theirs = signInPage(phone, env);
    await theirs.signIn(email, PASSWORD);
    await expect(theirs.greeting).toBeVisible();
    expect((await context.request.get(link)).status(), "the link works once").toBe(404);

    await page.goto(`${users.list}/${await idOf(serviceClient, email)}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(users.signedIn(1)).toBeVisible();
    await expect(users.signedIn(1).locator("xpath=following-sibling::ul[1]").getByRole("listitem")).toHaveCount(1);
    await untilHydrated(users.save);
    await users.access("ORDERS").uncheck();
    await users.access("REPORTS").check();
    await users.save.click();
    await expect(page.getByText(text("PromoterForm.saved"))).toBeVisible();
    await expectAccessible(page, "a user", ["main"]);
    await phone.goto(`${HOME}/refunds`);
    await expect(phone.getByRole("heading", { name: text("Manage.notAllowed") })).toBeVisible();

    await users.change("remove", "link").click();
    await expectAccessible(page, "removing access", ["main"]);
    await users.change("remove", "button").click();
    await expect(users.change("restore", "link")).toBeVisible();
    await phone.goto(HOME);
    await expect(theirs.submit, "the session has ended").toBeVisible();
    await theirs.signIn(email, PASSWORD);
    await expect(theirs.wrong).toBeVisible();
    await context.close();

    await page.goto(`${HOME}/settings/log?user=${await idOf(serviceClient, manager.user)}`);
    const logged = page.getByRole("rowheader").filter({ hasText: email });
    await expect(logged, "access changed and then removed, after the invitation").toHaveCount(3);
    await expect(logged.last()).toContainText(text("AuditLog.sentence.invited"));
  });

  test("a manager who has the shop's access too is changed as others are, and keeps it; a user of the shop is not", async ({
    page,
    env,
    serviceClient,
  }, { testId }) => {
    const create = async (name: string, capabilities: readonly string[]) => {
      const username = `${name}-${testId}-${Date.now()}@foyer.example`;
      const made = await serviceClient.call("POST", "/user", { username, password: PASSWORD, capabilities });
      return String(made.body.id);
    };
    const [manager, shop] = [await create("both", ["PUBLIC", "MANAGE"]), await create("shop", ["PUBLIC"])];
    const [promoter, users] = [signInPage(page, env), usersPages(page)];
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    await page.goto(`${users.list}/${shop}`);
    await expect(page.getByText(text("Users.shopsUser"))).toBeVisible();
    await page.goto(`${users.list}/${shop}/sign-out`);
    await expect(users.change("signOut", "button")).toHaveCount(0);

    await page.goto(`${users.list}/${manager}`);
    await untilHydrated(users.save);
    await users.access("REPORTS").check();
    await users.save.click();
    await expect(page.getByText(text("PromoterForm.saved"))).toBeVisible();
    const { body } = await serviceClient.call("GET", `/user/${manager}`);
    expect(body.capabilities).toEqual(expect.arrayContaining(["PUBLIC", "MANAGE", "REPORTS"]));
    await users.change("signOut", "link").click();
    await users.change("signOut", "button").click();
    await expect(users.signedIn(0)).toBeVisible();
  });

  test("an invitation that was sent again has a new link, and one that was ended has none", async ({
    page,
    browser,
    env,
    mailbox,
    buyer,
  }) => {
    const email = ownMailbox(buyer);
    const [promoter, users] = [signInPage(page, env), usersPages(page)];
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    await page.goto(`${users.list}/new`);
    await untilHydrated(users.send);
    await users.email.fill(email);
    await users.access("REPORTS").check();
    await users.send.click();
    await expect(users.done).toContainText(email);
    const first = linkIn(await mailbox.messageTo(email), "invitation");

    const invitation = users.invitation(email);
    await expect(invitation).toContainText(inText("Users.validUntil"));
    await invitation.getByRole("button", { name: text("Users.again") }).click();
    await expect.poll(async () => (await mailbox.messagesTo(email)).length).toBe(2);
    const second = linkIn(await mailbox.messageTo(email), "invitation");
    const stranger = await browser.newContext({ baseURL: env.address });
    const statusOf = async (link: string) => (await stranger.request.get(link)).status();
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

    await invitation.getByRole("button", { name: text("Users.end") }).click();
    await expect(users.done).toContainText(text("Users.ended"));
    await expect(invitation).toHaveCount(0);
    const ended = await stranger.newPage();
    await ended.goto(second);
    await expect(linkPages(ended).ended).toBeVisible();
    await expectAccessible(ended, "an ended invitation");
    await ended.goto(`${HOME}/sign-in/forgotten`);
    await expectAccessible(ended, "a forgotten password");
    await stranger.close();
  });

  test("without script: a door helper is invited for one date, accepts, and forgets the password", async ({
    browser,
    env,
    mailbox,
    buyer,
    serviceClient,
    uniqueName,
  }) => {
    const email = ownMailbox(buyer);
    const { name: event } = await serviceClient.putOnSale({ name: uniqueName("Small Hours"), dates: [wallTime(1)] });
    const plain = { javaScriptEnabled: false, baseURL: env.address };
    const context = await browser.newContext(plain);
    const page = await context.newPage();
    const [promoter, users] = [signInPage(page, env), usersPages(page)];
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    await page.goto(`${users.list}/new`);
    await users.email.fill(email);
    await users.access("SCAN").check();
    await users.which.selectOption(text("Users.SOME"));
    await users.addDate.click();
    await expect(users.email, "what was typed stays").toHaveValue(email);
    await expect(users.access("SCAN")).toBeChecked();
    await users.what.selectOption(text("Users.allDatesOf", { event }));
    await users.until.selectOption(text("Users.DATE_ENDS"));
    await users.send.click();
    await expect(users.done).toContainText(email);
    await expect(users.invitation(email)).toContainText(event);

    const phone = await (await browser.newContext({ ...plain, ...PHONE })).newPage();
    const [invited, theirs] = [linkPages(phone), signInPage(phone, env)];
    const invitation = linkIn(await mailbox.messageTo(email), "invitation");
    await phone.goto(invitation);
    await invited.firstName.fill("Dee");
    await invited.typePassword(PASSWORD);
    await invited.create.click();
    await expect(invited.ready).toBeVisible();
    await phone.goto(invitation);
    await expect(invited.ended).toBeVisible();

    await phone.goto(`${HOME}/sign-in/forgotten`);
    await invited.sendLink.click();
    await expect(phone.getByText(text("SignInLinks.userMissing")).first()).toBeVisible();
    await invited.user.fill(email);
    await invited.sendLink.click();
    await expect(invited.sent).toBeVisible();
    const link = linkIn(await mailbox.messageTo(email, { subject: text("Mail.passwordLink.subject") }), "password");
    await phone.goto(link);
    await invited.typeNewPassword(NEW_PASSWORD);
    await invited.savePassword.click();
    await expect(invited.passwordReady).toBeVisible();
    await theirs.signIn(email, PASSWORD);
    await expect(theirs.wrong, "the password before").toBeVisible();
    await theirs.signIn(email, NEW_PASSWORD);
    await expect(phone).not.toHaveURL(/sign-in/);
    await phone.goto(link);
    await expect(invited.passwordEnded).toBeVisible();

    await phone.goto(`${HOME}/sign-in/forgotten`);
    await invited.user.fill(`nobody-${email}`);
    await invited.sendLink.click();
    await expect(invited.sent, "the same words for a name that nobody has").toBeVisible();
  });
});
