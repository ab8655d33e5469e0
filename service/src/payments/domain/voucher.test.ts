import assert from "node:assert/strict";
import test from "node:test";
import { parseVoucherCode } from "./voucher.ts";

test("a code is read in small letters, with spaces or dashes, and with letters that are easily misread", () => {
  for (const typed of [
    "7qk2-m0xd-9v3t-hc51",
    "7QK2 MOXD 9V3T HC5I",
    " 7QK2M0XD9V3THC5l ",
    "7QK2–M0XD—9V3T‐HC51",
    "٧QK٢-M۰XD-९V３T-HC\u200b5๑",
  ])
    assert.equal(parseVoucherCode(typed), "7QK2M0XD9V3THC51", typed);
});

test("a text of another length or with other characters is no code", () => {
  for (const typed of ["", "7QK2-M0XD-9V3T", "7QK2-M0XD-9V3T-HC51-0", "7QK2-M0XD-9V3T-HC5U", "7QK2-M0XD-9V3T-HC5!"])
    assert.equal(parseVoucherCode(typed), undefined, typed);
});
