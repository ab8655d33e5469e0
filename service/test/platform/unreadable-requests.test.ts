import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

const { app, shop, promoter, putOn, reserve, reserved, close } = await openShop();
await app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.server.address() as AddressInfo;
test.after(close);

/** Sends this text unchanged, and returns the status, the head and the body of the answer. */
async function send(text: string) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(text);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
  });
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.slice(9, 12)), head, body: JSON.parse(body) };
}

const HOST = "Host: localhost\r\nConnection: close\r\n";
const unreadable: readonly (readonly [what: string, text: string, status: number, code: string])[] = [
  ["an unknown method", `FROBNICATE /v2/cart HTTP/1.1\r\n${HOST}\r\n`, 405, "METHOD"],
  ["a malformed header", `GET /v2/cart HTTP/1.1\r\n${HOST}no colon\r\n\r\n`, 400, "TYPE"],
];

for (const [what, text, status, code] of unreadable) {
  test(`answers ${status} in the common error body for ${what}`, async () => {
    const answer = await send(text);
    assert.equal(answer.status, status);
    assert.deepEqual(Object.keys(answer.body), ["successful", "messages", "errors"]);
    assert.equal(answer.body.errors[0].code, code);
    assert.match(answer.head, /content-type: application\/json; charset=utf-8/i);
    assert.match(answer.head, /cache-control: no-store/i);
    if (status === 405) assert.match(answer.head, /allow: GET, POST, PUT, DELETE/i);
  });
}

test("P09: reads an amount with an exponent as JSON does, in both pay calls", async () => {
  const { event, type } = await putOn({ price: 10, fee: 0 });
  const hold = async () => {
    const made = await reserve(shop, { event, type }, 1);
    await shop("POST", `/cart/${at(made, "multiSaleKey")}/lock`, BUYER);
    return { key: String(at(made, "key")), cart: String(at(made, "multiSaleKey")) };
  };
  const byCart = await hold();
  const card = JSON.stringify(CARD);
  const wrong = await shop("POST", `/cart/${byCart.cart}/payment`, `{"amount":1e2,"creditCard":${card}}`);
  assert.equal(at(wrong, "type"), "WRONG_AMOUNT");
  const paid = await shop("POST", `/cart/${byCart.cart}/payment`, `{"amount":1e1,"creditCard":${card}}`);
  assert.deepEqual([at(paid, "type"), at(paid, "amount", "amount")], ["SUCCESS", 10]);

  const { key } = await hold();
  const cash = await promoter("POST", `/reservation/${key}/payment`, `{"amounts":{"CASH":100.0e-1}}`);
  assert.equal(at(cash, "type"), "SUCCESS");
});

test("accepts every JSON notation of a whole number", async () => {
  const { event, type } = await putOn();
  const body = `{"event":${event}.0,"tickets":[{"ticketType":${type},"quantity":20e-1}]}`;
  const made = await shop("POST", "/reservation/", body);
  assert.deepEqual([made.status, at(made, "invoice", "lines", 0, "quantity")], [200, 2]);
});

test("P09: refuses a repeated key by its path, on every call with a body", async () => {
  const { event, type, cart, key } = await reserved(1);
  const calls = [
    [
      "POST",
      "/reservation/",
      `{"event":${event},"tickets":[{"ticketType":${type},"quantity":1,"quantity":2}]}`,
      "tickets[0].quantity",
    ],
    ["POST", `/cart/${cart}/lock`, `{"EMAIL":"a@example.com","EM\\u0041IL":"b@example.com"}`, "EMAIL"],
    ["POST", `/cart/${cart}/payment`, `{"amount":47.5,"amount":1}`, "amount"],
    ["POST", `/reservation/${key}/payment`, `{"amounts":{"CASH":1,"CASH":2}}`, "amounts.CASH"],
    ["PUT", `/event/${event}`, `{"name":"One","name":"Two"}`, "name"],
    ["POST", `/cart/${cart}/extend`, `{"a":1,"a":1}`, "a"],
  ] as const;
  for (const [method, path, body, repeated] of calls) {
    const refused = await promoter(method, path, body);
    assert.equal(refused.status, 400, path);
    assert.deepEqual([at(refused, "errors", 0, "path"), at(refused, "errors", 0, "code")], [repeated, "TYPE"]);
  }
});
