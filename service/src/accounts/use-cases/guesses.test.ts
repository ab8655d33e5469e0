import assert from "node:assert/strict";
import test from "node:test";
import { createAuthenticate } from "#src/accounts/use-cases/authenticate.ts";
import { createGuardedChecks } from "#src/accounts/use-cases/guarded-checks.ts";
import { fakeTools, idOf, openAuthenticate, settled, smallRuntime, UNKNOWN } from "#test/accounts/fake-users.ts";

test("answers known credentials while 16 guesses are queued, also after a minute and after a change of users", async () => {
  const { runtime } = smallRuntime();
  const { clock, tools, pending, blocked } = fakeTools();
  const authenticate = openAuthenticate(runtime, { ...tools, isPassword: blocked });
  await authenticate("shop", "right");
  await authenticate("ada", "right");
  const order: string[] = [];
  const guesses = Array.from({ length: 16 }, (_, at) =>
    authenticate("ada", `guess ${at}`).then((one) => order.push(`guess ${idOf(one)}`)),
  );
  await settled();
  for (const minutes of [0, 1, 2]) {
    clock.now = minutes * 60_000 + 1;
    if (minutes === 2) for (const listener of runtime.userChangeListeners) listener();
    for (const name of ["shop", "ada"]) order.push(`${name} ${idOf(await authenticate(name, "right"))}`);
  }
  const refused = Array(12).fill("guess too_many_failures");
  assert.deepEqual(order, [...refused, ...Array(3).fill(["shop 2", "ada 1"]).flat()]);
  assert.equal(pending.length, 1, "checks one guess at a time for a name");

  for (let left = 4; left > 0; left -= 1) {
    pending.shift()?.();
    await settled();
  }
  await Promise.all(guesses);
  assert.deepEqual(order.slice(-4), Array(4).fill("guess unknown"));
});

test("answers a token at once while its user name is being guessed, and a wrong token causes no delay", async () => {
  const { runtime } = smallRuntime();
  const { clock, tools, pending, blocked } = fakeTools();
  const authenticate = openAuthenticate(runtime, { ...tools, isPassword: blocked });
  for (let at = 0; at < 16; at += 1) void authenticate("ada", `guess ${at}`);
  await settled();
  const token = `foyer_token_${"A".repeat(43)}`;
  assert.equal(idOf(await authenticate("ada", token)), 1);
  for (let at = 0; at < 10; at += 1) assert.deepEqual(await authenticate("shop", token), UNKNOWN);
  assert.equal(pending.length, 1);
  assert.equal(idOf(await authenticate("shop", "right")), 2);
  assert.deepEqual(clock.slept, []);
});

test("delays the next attempt for a name longer after each failure, and never delays another name", async () => {
  const { runtime } = smallRuntime();
  const { clock, tools } = fakeTools();
  const authenticate = openAuthenticate(runtime, { ...tools, isPassword: async (password) => password === "right" });
  for (let at = 0; at < 9; at += 1) await authenticate("ada", `guess ${at}`);
  assert.deepEqual(clock.slept, [250, 500, 1_000, 2_000, 2_000]);
  assert.equal(idOf(await authenticate("shop", "right")), 2);
  assert.equal(clock.slept.length, 5);
  assert.equal(idOf(await authenticate("ADA", "right")), "unknown");
  assert.equal(clock.slept.length, 6, "counts ADA and ada as one name");
  assert.equal(idOf(await authenticate("ada", "right")), 1, "delays the owner without locking them out");
  assert.equal(clock.slept.length, 7);
  await authenticate("ada", "another guess");
  assert.equal(clock.slept.length, 7, "a right password resets the failures of the name");
});

test("a right password that is a first factor forgives no failure, and a right code does", async () => {
  const { runtime, rows } = smallRuntime();
  const { clock, tools } = fakeTools();
  const checkSecret = createGuardedChecks(tools);
  const check = async (isRight: boolean) => {
    const before = clock.slept.length;
    await checkSecret("ada", "192.0.2.1", async () => ({ ok: isRight }));
    return clock.slept.slice(before);
  };
  for (const [hasSecondFactor, slept] of [
    [true, [250]],
    [false, []],
  ] as const) {
    rows.hasSecondFactor = hasSecondFactor;
    for (let at = 0; at < 4; at += 1) assert.deepEqual(await check(false), []);
    const authenticate = createAuthenticate(runtime, tools, checkSecret);
    clock.now += 250;
    assert.equal(idOf(await authenticate("ada", "right", "192.0.2.1")), 1);
    clock.now -= 250;
    assert.deepEqual(await check(true), slept);
  }
  assert.deepEqual(await check(false), []);
});

test("states after how many seconds to try again when it refuses a guess", async () => {
  const { runtime } = smallRuntime();
  const { tools, blocked } = fakeTools();
  const authenticate = openAuthenticate(runtime, { ...tools, isPassword: blocked });
  for (let at = 0; at < 4; at += 1) void authenticate("ada", `guess ${at}`);
  assert.deepEqual(await authenticate("ada", "one more"), {
    ok: false,
    refusal: "too_many_failures",
    retryAfterSeconds: 1,
  });
});

test("refuses guesses under many names beyond twenty at once from a network, and 150 from all", async () => {
  const { runtime } = smallRuntime();
  const { tools, blocked } = fakeTools();
  for (const [networks, checked] of [
    [1, 20],
    [200, 150],
  ] as const) {
    const authenticate = openAuthenticate(runtime, { ...tools, isPassword: blocked });
    const answers: unknown[] = [];
    for (let at = 0; at < 200; at += 1)
      void authenticate(`unknown ${at}`, "guess", `network ${at % networks}`).then((one) => answers.push(idOf(one)));
    await settled();
    assert.deepEqual(answers, Array(200 - checked).fill("too_many_failures"));
  }
});

test("a process that has just started accepts the owner's password while strangers in many networks guess it", async () => {
  const { runtime } = smallRuntime();
  const { clock, tools } = fakeTools();
  const authenticate = openAuthenticate(runtime, { ...tools, isPassword: async (password) => password === "right" });
  const guesses = Array.from({ length: 100 }, (_, at) => authenticate("ada", `guess ${at}`, `network ${at % 25}`));
  assert.equal(idOf(await authenticate("ada", "right", "the owner's")), 1);
  assert.deepEqual(clock.slept, []);
  await Promise.all(guesses);

  const later = openAuthenticate(runtime, { ...tools, isPassword: async (password) => password === "right" });
  for (let at = 0; at < 100; at += 1) await later("ada", `guess ${at}`, `network ${at % 10}`);
  const before = clock.slept.length;
  assert.equal(idOf(await later("ada", "right", "the owner's")), 1);
  assert.equal(clock.slept.length, before, "nor is the owner delayed");
  await later("ada", "guess", "network 1");
  assert.equal(clock.slept.length, before + 1, "the owner's success frees no guesser");
});

test("guesses that wait for their turn do not keep others out", async () => {
  const { runtime } = smallRuntime();
  const { tools } = fakeTools();
  const authenticate = openAuthenticate(runtime, {
    ...tools,
    sleep: () => new Promise(() => {}),
    isPassword: async (password) => password === "right",
  });
  for (let network = 0; network < 100; network += 1)
    for (let at = 0; at < 3; at += 1) await authenticate("ada", `guess ${at}`, `network ${network}`);
  for (let network = 0; network < 100; network += 1)
    for (let at = 0; at < 4; at += 1) void authenticate("ada", `later ${at}`, `network ${network}`);
  await settled();
  assert.equal(idOf(await authenticate("ada", "right")), 1);
});

test("guesses of one name from many networks leave room for other names", async () => {
  const { runtime } = smallRuntime();
  const { tools, pending, blocked } = fakeTools();
  const authenticate = openAuthenticate(runtime, { ...tools, isPassword: blocked });
  for (let at = 0; at < 200; at += 1) void authenticate("ada", `guess ${at}`, `network ${at}`);
  await settled();
  assert.equal(pending.length, 120);
  assert.equal(idOf(await authenticate("shop", "right")), 2);
});

test("guesses from many /64 of one /56 or /48 are delayed and refused like those of one network that is four or sixteen times as large", async () => {
  const { runtime } = smallRuntime();
  const of56 = (at: number) => `2001:db8:1:${at.toString(16)}::/64`;
  const of48 = (at: number) => `2001:db8:1:${at.toString(16)}00::/64`;
  for (const [network, free, queued, ofNetwork] of [
    [() => of56(0), 4, 4, 20],
    [of56, 13, 16, 80],
    [of48, 49, 64, 150],
    // The control: networks of IPv4.
    [(at: number) => `203.0.${at}.0/24`, 100, 100, 150],
  ] as const) {
    const { clock, tools, blocked } = fakeTools();
    const one = openAuthenticate(runtime, { ...tools, isPassword: async () => false });
    let undelayed = 0;
    for (let at = 0; at < 100; at += 1) {
      await one("ada", `guess ${at}`, network(at));
      if (clock.slept.length === 0) undelayed += 1;
    }
    assert.equal(undelayed, free);
    const checked = async (count: number, name: (at: number) => string) => {
      const answers: unknown[] = [];
      const authenticate = openAuthenticate(runtime, { ...tools, isPassword: blocked });
      for (let at = 0; at < count; at += 1)
        void authenticate(name(at), `guess ${at}`, network(at)).then((answer) => answers.push(idOf(answer)));
      await settled();
      return count - answers.length;
    };
    assert.equal(await checked(100, () => "ada"), queued);
    assert.equal(await checked(200, (at) => `unknown ${at}`), ofNetwork);
  }
});
