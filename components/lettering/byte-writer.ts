/** Writes numbers one after another as font files keep them, into room that grows. */
export class ByteWriter {
  #bytes = new Uint8Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = value;
  }

  short(value: number): void {
    this.#makeRoom(2);
    this.#bytes[this.#length++] = value >> 8;
    this.#bytes[this.#length++] = value;
  }

  long(value: number): void {
    this.short(value >>> 16);
    this.short(value & 0xffff);
  }

  bytes(values: Uint8Array): void {
    this.#makeRoom(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  /** Fonts let each part begin at a multiple of four. */
  fill(): void {
    while (this.#length % 4 !== 0) this.byte(0);
  }

  written(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const wider = new Uint8Array(2 * (this.#length + more));
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}
