import assert from "node:assert/strict";
import { test } from "node:test";
import { formWithButton } from "./html-forms.ts";

const HTML = `
  <form action="" method="POST"><input type="hidden" name="a" value="1"/><button>Remove</button></form>
  <form><input type="hidden" name="$ACTION_ID_7f"/><input type="hidden" name="locale" value="f&amp;r"/>
    <button type="submit"><svg></svg>Oui, l&#x27;emptier</button></form>`;

test("returns the fields of the form whose button has the text", () => {
  assert.deepEqual(formWithButton(HTML, "Oui, l'emptier"), { $ACTION_ID_7f: "", locale: "f&r" });
  assert.deepEqual(formWithButton(HTML, "Remove"), { a: "1" });
});

test("returns nothing when no form has such a button", () => assert.equal(formWithButton(HTML, "Pay"), undefined));
