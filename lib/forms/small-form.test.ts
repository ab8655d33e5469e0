import assert from "node:assert/strict";
import { test } from "node:test";
import { FORM_BYTES_MAX, smallForm } from "#lib/forms/small-form.ts";

const FORM = "application/x-www-form-urlencoded";

function sent(body: string, length: string | undefined = String(body.length), type = FORM): Request {
  const headers = { "content-type": type, ...(length !== "" && { "content-length": length }) };
  return new Request("http://localhost:4000/api/auth/signin", { method: "POST", headers, body });
}

test("a form is read, and can be read again by whoever comes next", async () => {
  const request = sent("user=pat");
  const form = await smallForm(request);
  assert.ok(form instanceof FormData);
  assert.equal(form.get("user"), "pat");
  assert.equal(await request.text(), "user=pat");
});

test("what is too long, or does not say how long it is, is not begun to be read", async () => {
  for (const length of [String(FORM_BYTES_MAX + 1), "99999999999999999999", "", "-1", "many"]) {
    const request = sent("user=pat", length);
    assert.equal(await smallForm(request), 413, length);
    assert.equal(request.bodyUsed, false);
  }
  assert.ok((await smallForm(sent("user=pat", String(FORM_BYTES_MAX)))) instanceof FormData);
});

test("half a form is the sender's fault and not ours", async () => {
  assert.equal(await smallForm(sent("half", undefined, "multipart/form-data; boundary=x")), 400);
});
