import { Extension } from "@peculiar/x509";

const NAME_CONSTRAINTS = "2.5.29.30";

/** Tags of ASN.1 and, inside a GeneralName, of the kind of name. */
const SEQUENCE = 0x30;
const PERMITTED = 0xa0;
const DNS = 0x82;
const IP = 0x87;

/**
 * Returns the extension that limits the authority to localhost. Its key is in a folder of the checkout, so a stolen key
 * must not be able to certify other names.
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

/** Returns an ASN.1 element. Every content here is shorter than 128 bytes, so the length is one byte. */
function element(tag: number, content: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
