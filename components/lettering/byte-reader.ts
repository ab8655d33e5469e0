/** Reads numbers one after another as font files write them: the largest part first. */
export class ByteReader {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    return this.#view.getUint8(this.#step(1));
  }

  short(): number {
    return this.#view.getUint16(this.#step(2));
  }

  signedShort(): number {
    return this.#view.getInt16(this.#step(2));
  }

  long(): number {
    return this.#view.getUint32(this.#step(4));
  }

  bytes(length: number): Uint8Array {
    const start = this.#view.byteOffset + this.#step(length);
    return new Uint8Array(this.#view.buffer, start, length);
  }

  /** Seven bits to a byte, and the eighth says whether another follows. */
  base128(): number {
    let value = 0;
    for (;;) {
      const part = this.byte();
      value = value * 128 + (part & 0x7f);
      if (part < 0x80) return value;
    }
  }

  /** One byte for most numbers; three values of it announce a longer one. */
  packedShort(): number {
    const code = this.byte();
    if (code === 253) return this.short();
    if (code === 254) return this.byte() + 506;
    return code === 255 ? this.byte() + 253 : code;
  }

  #step(length: number): number {
    this.#at += length;
    return this.#at - length;
  }
}
