import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { extractParts } from "./extract-parts.ts";

const BYTES_MAX = 10_000;
const CARRIAGE_RETURN = 0x0d;

for (const lineEnd of ["\n", "\r\n"]) {
  test(`reads a compressed stream of a PDF whose last byte is a carriage return (${JSON.stringify(lineEnd)})`, () => {
    const [text = "", packed = Buffer.alloc(0)] = endingWith(CARRIAGE_RETURN);
    const pdf = Buffer.concat([
      Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nstream\n"),
      packed,
      Buffer.from(`${lineEnd}endstream\nendobj\n`),
    ]);
    assert.equal(extractParts(pdf, BYTES_MAX)[0]?.bytes.toString("latin1"), text);
  });
}

function endingWith(byte: number): readonly [text: string, packed: Buffer] {
  for (let number = 0; ; number += 1) {
    const text = `ticket ${number}`;
    const packed = deflateSync(text);
    if (packed.at(-1) === byte) return [text, packed];
  }
}
