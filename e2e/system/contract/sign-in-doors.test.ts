import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startInFrontOf } from "#e2e/tools/built-storefront.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";
import { copyOf, doorsOf, newBrowser, open } from "#e2e/tools/sign-in-doors.ts";
import { startTwoStepService } from "#e2e/tools/two-step-service.ts";
import { freePort } from "#service/conformance/other-service/storefront.ts";

// Guessed passwords and codes, against the action of our own page and against next-auth's route.

const service = await startTwoStepService();
after(() => service.close());
const { base, end } = await startInFrontOf(await freePort(), service);
after(end);

const PASSWORD = "seven green bottles";
let people = 0;
let networks = 0;

/** Returns the name of a new user, with these codes. */
function person(...codes: readonly string[]): string {
  people += 1;
  const name = `person-${people}@foyer.example`;
  service.people.set(name, {
    password: PASSWORD,
    capabilities: ["MANAGE"],
    ...(codes.length > 0 && { codes: [...codes] }),
  });
  return name;
}

/** Returns a browser in a network that no other test has. */
function browser() {
  networks += 1;
  return newBrowser(base, `198.51.${networks}.7`);
}

/** After ten tries the next ones may follow after 1, 2, 4 and 8 seconds: a slow machine takes a few of them. */
const isOfTenTries = (checked: number): boolean => checked >= 10 && checked <= 13;

/** The first wait is a second. A machine on which a try takes longer has a longer one after each of these. */
async function untilLongWait(guess: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) await guess();
}

for (const door of doorsOf(base)) {
  test(`${door.name}: of forty concurrent guesses some ten are checked; the owner elsewhere signs in at once`, async () => {
    const name = person();
    const guesser = browser();
    const guesses = Array.from({ length: 40 }, (_, at) => door.password(copyOf(guesser), name, `guess ${at}`));
    const endings = await Promise.all(guesses);
    assert.deepEqual([...new Set(endings)].toSorted(), ["refused", "waits"]);
    const checked = endings.filter((one) => one === "refused").length;
    assert.ok(isOfTenTries(checked), `${checked} were checked`);
    assert.equal(service.checks(name), checked);
    assert.equal(await door.password(browser(), name, PASSWORD), "signed in", "the control");
  });

  test(`${door.name}: a name is one name, whatever is typed around it`, async () => {
    const name = person();
    const guesser = browser();
    const spellings = [name, ` ${name}`, name.toUpperCase(), `${name} `];
    for (let at = 0; at < 10; at += 1)
      assert.equal(await door.password(guesser, spellings[at % spellings.length] ?? "", `guess ${at}`), "refused");
    await untilLongWait(() => door.password(guesser, name, "a guess"));
    assert.equal(await door.password(guesser, ` ${name} `, PASSWORD), "waits");
  });

  test(`${door.name}: a network that tries many names waits, and another one does not`, async () => {
    const guesser = browser();
    for (let at = 0; at < 50; at += 1)
      assert.equal(await door.password(guesser, `nobody-${at}@foyer.example`, "a guess"), "refused");
    const name = person();
    assert.equal(await door.password(guesser, name, PASSWORD), "waits");
    assert.equal(await door.password(browser(), name, PASSWORD), "signed in", "the control");
  });

  test(`${door.name}: a password alone signs nobody in who has the second factor; with the code it does, once`, async () => {
    const name = person("123456", "222222");
    const owner = browser();
    assert.equal(await door.password(owner, name, PASSWORD), "asked for a code");
    assert.equal((await open(base, "/en/promoter/venues", owner)).headers.location, "/en/promoter/sign-in");
    assert.doesNotMatch([...owner.jar.values()].join(), new RegExp(PASSWORD));
    const copied = copyOf(owner);
    assert.equal(await door.code(owner, "123456"), "signed in");
    assert.equal(owner.jar.has(cookieAt(base, "foyer-challenge")), false, "the step has ended");
    assert.equal(await door.code(copied, "222222"), "step ended", "the challenge was used");
    const again = browser();
    assert.equal(await door.password(again, name, PASSWORD), "asked for a code");
    assert.equal(await door.code(again, "123456"), "refused", "the code was used");
    assert.equal(await door.code(again, "222222"), "signed in", "the control");
  });

  test(`${door.name}: after five wrong codes the right one comes too late, and a new challenge gives no new tries`, async () => {
    const name = person("123456");
    const guesser = browser();
    assert.equal(await door.password(guesser, name, PASSWORD), "asked for a code");
    for (let at = 0; at < 5; at += 1) assert.equal(await door.code(guesser, `00000${at}`), "refused");
    assert.equal(await door.code(guesser, "123456"), "step ended");
    for (let at = 0; at < 3; at += 1) assert.equal(await door.password(guesser, name, PASSWORD), "asked for a code");
    await untilLongWait(() => door.password(guesser, name, PASSWORD));
    assert.equal(await door.code(guesser, "123456"), "waits");
    const owner = browser();
    assert.equal(await door.password(owner, name, PASSWORD), "asked for a code");
    assert.equal(await door.code(owner, "123456"), "signed in", "the control");
  });

  test(`${door.name}: forty concurrent codes have the tries of one after the other`, async () => {
    const name = person("123456");
    const guesser = browser();
    assert.equal(await door.password(guesser, name, PASSWORD), "asked for a code");
    const codes = Array.from({ length: 40 }, (_, at) => door.code(copyOf(guesser), String(100 + at).padStart(6, "0")));
    const endings = await Promise.all(codes);
    const checked = endings.filter((one) => one !== "waits").length;
    assert.ok(isOfTenTries(1 + checked), `${checked} were checked after the password`);
    assert.equal(endings.includes("signed in"), false);
  });

  test(`${door.name}: a challenge opens nothing in another network, when it is changed, or without one`, async () => {
    const name = person("123456", "222222");
    const owner = browser();
    assert.equal(await door.password(owner, name, PASSWORD), "asked for a code");
    assert.equal(await door.code(copyOf(owner, "203.0.113.9"), "123456"), "step ended", "copied");
    const challenge = cookieAt(base, "foyer-challenge");
    const changed = copyOf(owner);
    changed.jar.set(challenge, `${changed.jar.get(challenge)?.slice(0, -3)}AAA`);
    assert.equal(await door.code(changed, "123456"), "step ended", "changed");
    assert.equal(await door.code(browser(), "123456"), "step ended", "none");
    assert.equal(await door.code(owner, "123456"), "signed in", "the control");
  });

  test(`${door.name}: the challenge of one person takes no code of another`, async () => {
    const [name, other] = [person("123456"), person("222222")];
    const attacker = browser();
    assert.equal(await door.password(attacker, name, PASSWORD), "asked for a code");
    assert.equal(await door.code(attacker, "222222"), "refused");
    assert.equal(service.checks(other), 0);
    assert.equal(await door.code(attacker, "123456"), "signed in", "the control");
  });

  test(`${door.name}: a trusted device is asked for no code again, for its own user alone`, async () => {
    const [name, other] = [person("123456", "222222"), person("333333")];
    const owner = browser();
    await door.password(owner, name, PASSWORD);
    assert.equal(await door.code(owner, "123456", true), "signed in");
    owner.jar.delete(cookieAt(base, "foyer-promoter"));
    assert.equal(await door.password(owner, other, PASSWORD), "asked for a code");
    assert.equal(await door.password(owner, name, "a guess"), "refused");
    assert.equal(await door.password(owner, name, PASSWORD), "signed in");
    const untrusted = browser();
    await door.password(untrusted, name, PASSWORD);
    assert.equal(await door.code(untrusted, "222222"), "signed in");
    untrusted.jar.delete(cookieAt(base, "foyer-promoter"));
    assert.equal(await door.password(untrusted, name, PASSWORD), "asked for a code", "the control");
  });
}
