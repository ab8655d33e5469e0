import { Extension } from "@peculiar/x509";

const NAME_CONSTRAINTS = "2.5.29.30";

/** Tags of ASN.1 and, inside a GeneralName, of the kind of name. */
const SEQUENCE = 0x30;
const PERMITTED = 0xa0;
const DNS = 0x82;
const IP = 0x87;

/**
 * Whoever trusts our authority, trusts it for localhost and nothing else: its key lies in a folder of the
 * checkout, and must be worth nothing to a thief.
 */
export function onlyThisMachine(): Extension {
  const names = [
    element(DNS, Buffer.from("localhost")),
    // An address and the mask that makes it exactly one.
    element(IP, Buffer.from("7f000001ffffffff", "hex")),
    element(IP, Buffer.from(`${"0".repeat(31)}1${"f".repeat(32)}`, "hex")),
  ];
  const permitted = element(PERMITTED, Buffer.concat(names.map((name) => element(SEQUENCE, name))));
  return new Extension(NAME_CONSTRAINTS, true, element(SEQUENCE, permitted));
}

/** Everything here is shorter than 128 bytes, where a length is one byte. */
function element(tag: number, content: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
