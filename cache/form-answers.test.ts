import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import "./around-requests.ts";
import { type FormState, inRequest, markForm } from "#lib/current-request.ts";
import { sendsForm } from "#lib/security/incoming-request.ts";

const FORM = { "content-type": "multipart/form-data; boundary=x" };
const CALL = { "content-type": "text/plain;charset=UTF-8", "next-action": "4a" };

const POSTS = [
  ["a form that cannot be read", FORM, "unread", 400],
  ["a form of another type that begins the same", { "content-type": "multipart/form-data1" }, "unread", 400],
  ["a call of an action that cannot be read", CALL, "unread", 400],
  ["a form that its action refuses", FORM, "refused", 403],
  ["a form whose action fails", FORM, "begun", 500],
] as const;

for (const [what, headers, state, status] of POSTS)
  test(`P16: ${what} is answered ${status}`, async (context) => {
    assert.equal(await statusOf(context, { method: "POST", headers, state }), status);
  });

test("a page that redirects after its action is read, and the form is not sent again", async (context) => {
  const sent = { method: "POST", headers: FORM, answered: 307 };
  assert.equal(await statusOf(context, { ...sent, state: "begun" }), 303);
  assert.equal(await statusOf(context, { ...sent, state: "unread" }), 307);
});

test("the failure of any other request is answered 500", async (context) => {
  for (const sent of [
    { method: "GET", headers: {} },
    { method: "GET", headers: CALL },
    { method: "POST", headers: { "content-type": "application/json" } },
    { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } },
  ])
    assert.equal(await statusOf(context, sent), 500);
});

test("an answer that is no failure stays as it is", async (context) => {
  for (const status of [200, 303, 404, 503])
    assert.equal(await statusOf(context, { method: "POST", headers: FORM, state: "unread", answered: status }), status);
});

type Sent = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What becomes of the form before the framework answers. */
  readonly state?: FormState;
  readonly answered?: number;
};

/** Sends a request to a server that answers as the framework does, after it has read the body, and returns the status. */
async function statusOf(context: TestContext, { method, headers, state, answered = 500 }: Sent): Promise<number> {
  const server = createServer((incoming, response) => {
    const form = sendsForm(incoming) ? "unread" : undefined;
    void inRequest({ id: "0123456789abcdef", form }, async () => {
      await text(incoming);
      if (state !== undefined) markForm(state);
      response.statusCode = answered;
      response.end("Internal Server Error");
    });
  }).listen(0, "localhost");
  context.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const sent = request({ host: "localhost", port: address.port, agent: false, method, path: "/en/cart", headers });
  sent.end(method === "POST" ? "x" : undefined);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}
