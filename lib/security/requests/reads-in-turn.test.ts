import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { createReadsInTurn, setReader, type Turn, turnToRead } from "./reads-in-turn.ts";

const settled = () => new Promise(setImmediate);

/** Opens so many reads. `ends` has what has become of each, as far as it is known. */
function reading(isBusy = () => false) {
  const inTurn = createReadsInTurn(isBusy);
  const ends = new Map<string, Turn>();
  const order: string[] = [];
  function read(name: string, network = "203.0.113.0/24", id?: string): EventEmitter {
    const answer = Object.assign(new EventEmitter(), { destroyed: false });
    const networks = [
      { name: network, times: 1 },
      ...(network.endsWith("/64") ? [{ name: network.replace(/:[^:]+::\/64$/, "::/48"), times: 16 }] : []),
    ];
    void inTurn({ networks, answer, idOfInside: async () => id }).then((turn) => {
      ends.set(name, turn);
      order.push(name);
    });
    return answer;
  }
  const working = () => [...ends.values()].filter((turn) => typeof turn === "function").length;
  function finish(name: string): void {
    const turn = ends.get(name);
    assert.ok(typeof turn === "function", `${name} is in work`);
    ends.delete(name);
    turn();
  }
  return { read, ends, order, working, finish };
}

test("eight reads of a network are in work, the next begin in turn, and another network's begin at once", async () => {
  const { read, order, working, finish } = reading();
  for (let at = 0; at < 24; at += 1) read(`robot ${at}`);
  await settled();
  assert.equal(working(), 8);
  read("another", "198.51.100.0/24");
  await settled();
  assert.equal(order.at(-1), "another");
  for (let at = 0; at < 16; at += 1) {
    finish(`robot ${at}`);
    await settled();
    assert.equal(order.at(-1), `robot ${at + 8}`);
    assert.equal(working(), 9);
  }
  for (let at = 16; at < 24; at += 1) finish(`robot ${at}`);
  read("later");
  await settled();
  assert.equal(order.at(-1), "later", "nothing is counted for ever");
});

test("two are in work while the process is busy, and eight again afterwards", async () => {
  let isBusy = true;
  const { read, working, finish } = reading(() => isBusy);
  for (let at = 0; at < 12; at += 1) read(`robot ${at}`);
  await settled();
  assert.equal(working(), 2);
  finish("robot 0");
  await settled();
  assert.equal(working(), 2);
  isBusy = false;
  finish("robot 1");
  await settled();
  assert.equal(working(), 8);
  isBusy = true;
  for (const at of [2, 3, 4, 5, 6, 7]) finish(`robot ${at}`);
  await settled();
  assert.equal(working(), 2);
});

test("of those who wait, visitors with a cart come first", async () => {
  const { read, order, finish } = reading();
  for (let at = 0; at < 12; at += 1) read(`robot ${at}`);
  read("buyer", undefined, "cart");
  await settled();
  finish("robot 0");
  await settled();
  assert.equal(order.at(-1), "buyer");
  finish("robot 1");
  await settled();
  assert.equal(order.at(-1), "robot 8");
});

test("of one network 200 wait, for ten seconds; who has gone waits no longer, and is not worked for", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { read, ends, working, finish, order } = reading();
  const answers = Array.from({ length: 208 }, (_, at) => read(`one ${at}`));
  read("one too many");
  read("another", "198.51.100.0/24");
  await settled();
  assert.deepEqual([working(), ends.get("one too many")], [9, "refused"]);
  answers[8]?.emit("close");
  await settled();
  assert.equal(ends.get("one 8"), "gone");
  finish("one 0");
  await settled();
  assert.equal(order.at(-1), "one 9");
  t.mock.timers.tick(9_999);
  await settled();
  assert.equal(ends.get("one 10"), undefined);
  t.mock.timers.tick(1);
  await settled();
  assert.equal(ends.get("one 10"), "refused");
  assert.equal([...ends.values()].filter((turn) => turn === "refused").length, 199);
});

test("where 200 wait, a visitor with a cart takes the place of the last without one; four reads of one cart do", async () => {
  const { read, ends, order, finish } = reading();
  for (let at = 0; at < 208; at += 1) read(`robot ${at}`);
  await settled();
  for (let at = 0; at < 5; at += 1) {
    read(`buyer ${at}`, undefined, "cart");
    await settled();
  }
  read("other buyer", undefined, "other cart");
  await settled();
  const refused = [...ends].flatMap(([name, turn]) => (turn === "refused" ? [name] : []));
  assert.deepEqual(refused, ["robot 207", "robot 206", "robot 205", "robot 204", "buyer 4", "robot 203"]);
  for (const at of [0, 1, 2, 3, 4, 5]) {
    finish(`robot ${at}`);
    await settled();
  }
  assert.deepEqual(order.slice(-6), ["buyer 0", "buyer 1", "buyer 2", "buyer 3", "other buyer", "robot 8"]);
});

test("where all who wait have a cart, one more is refused", async () => {
  const { read, ends } = reading();
  for (let at = 0; at < 209; at += 1) read(`buyer ${at}`, undefined, `cart ${at}`);
  await settled();
  assert.deepEqual([...ends].at(-1), ["buyer 208", "refused"]);
  assert.equal(ends.size, 9);
});

test("the page of a visitor's own payment never waits; who is inside is asked for with the page", async () => {
  const asked: string[] = [];
  setReader({
    networksOf: () => [{ name: "192.0.2.0/24", times: 1 }],
    isOwnPage: async (cookies, path) => cookies === "own" && path === "/en/checkout/pay",
    isPromoter: async () => false,
    idOfInside: async (_cookies, path) => {
      asked.push(path);
      return undefined;
    },
  });
  const open = (cookie: string, path: string) =>
    turnToRead({ cookie }, path, Object.assign(new EventEmitter(), { destroyed: false }));
  for (let at = 0; at < 8; at += 1) await open("robot", "/en/search");
  void open("robot", "/en/checkout/pay");
  await settled();
  assert.deepEqual(asked, ["/en/checkout/pay"]);
  for (let at = 0; at < 20; at += 1) assert.equal(typeof (await open("own", "/en/checkout/pay")), "function");
});

test("promoters' pages that wait take no turn from buyers of the same network, and strangers have no other turns there", async () => {
  const asked: string[] = [];
  setReader({
    networksOf: () => [{ name: "198.51.100.0/24", times: 1 }],
    isOwnPage: async () => false,
    isPromoter: async (cookies) => cookies === "session",
    idOfInside: async (_cookies, path) => {
      asked.push(path);
      return undefined;
    },
  });
  const open = (path: string, cookie = "") =>
    turnToRead({ cookie }, path, Object.assign(new EventEmitter(), { destroyed: false }));
  for (let at = 0; at < 8; at += 1) await open("/en/promoter/events", "session");
  void open("/en/promoter", "session");
  await settled();
  assert.deepEqual(asked, ["/en/promoter"], "the ninth waits for its turn");
  for (let at = 0; at < 7; at += 1) assert.equal(typeof (await open("/en/search")), "function");
  assert.equal(typeof (await open("/en/promoter/sign-in")), "function");
  for (const path of ["/en/promoter/events", "/en/search"]) {
    void open(path);
    await settled();
    assert.equal(asked.at(-1), path, "a stranger's ninth waits");
  }
});

test("the /48 around many /64 has sixteen times as many in work", async () => {
  const { read, working, finish, order } = reading();
  for (let at = 0; at < 200; at += 1) read(`robot ${at}`, `2001:db8:1:${at.toString(16)}::/64`);
  await settled();
  assert.equal(working(), 128);
  finish("robot 0");
  await settled();
  assert.equal(order.at(-1), "robot 128");
});

test("a read of no known network is not counted", async () => {
  const inTurn = createReadsInTurn(() => false);
  const answer = Object.assign(new EventEmitter(), { destroyed: false });
  for (let at = 0; at < 20; at += 1)
    assert.equal(typeof (await inTurn({ networks: [], answer, idOfInside: async () => undefined })), "function");
});
