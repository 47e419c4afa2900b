// What is due when: a binary heap over flat arrays, so that a hundred thousand deadlines cost neither objects nor scans.

/** Items by ascending time. Removal is lazy: the owner checks on popping whether an item still matters. */
export class DueHeap<Item> {
  #times = new Float64Array(1024);
  #slots = new Int32Array(1024);
  #items: (Item | undefined)[] = [];
  #freeSlots: number[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** When the earliest item is due; Infinity when there is none. */
  nextAt(): number {
    return this.#size > 0 ? this.#times[0]! : Infinity;
  }

  push(at: number, item: Item): void {
    if (this.#size === this.#times.length) this.#grow();
    const slot = this.#freeSlots.pop() ?? this.#items.length;
    this.#items[slot] = item;
    let place = this.#size++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#times[parent]! <= at) break;
      this.#times[place] = this.#times[parent]!;
      this.#slots[place] = this.#slots[parent]!;
      place = parent;
    }
    this.#times[place] = at;
    this.#slots[place] = slot;
  }

  /** Takes out everything that is due at or before `at`, earliest first. */
  popUpTo(at: number): Item[] {
    const due: Item[] = [];
    while (this.#size > 0 && this.#times[0]! <= at) due.push(this.#pop());
    return due;
  }

  /** Forgets every item that does not matter any more, in one pass: for owners whose items may stay for years. */
  keepOnly(matters: (item: Item) => boolean): void {
    let kept = 0;
    for (let place = 0; place < this.#size; place++) {
      const slot = this.#slots[place]!;
      if (matters(this.#items[slot]!)) {
        this.#times[kept] = this.#times[place]!;
        this.#slots[kept++] = slot;
      } else {
        this.#items[slot] = undefined;
        this.#freeSlots.push(slot);
      }
    }
    this.#size = kept;
    for (let place = (kept >> 1) - 1; place >= 0; place--) {
      this.#sink({ at: this.#times[place]!, slot: this.#slots[place]!, from: place, size: kept });
    }
  }

  #pop(): Item {
    const slot = this.#slots[0]!;
    const item = this.#items[slot]!;
    this.#items[slot] = undefined;
    this.#freeSlots.push(slot);
    const size = --this.#size;
    if (size > 0) this.#sink({ at: this.#times[size]!, slot: this.#slots[size]!, from: 0, size });
    return item;
  }

  #sink({ at, slot, from, size }: { at: number; slot: number; from: number; size: number }): void {
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#times[child + 1]! < this.#times[child]!) child++;
      if (this.#times[child]! >= at) break;
      this.#times[place] = this.#times[child]!;
      this.#slots[place] = this.#slots[child]!;
      place = child;
    }
    this.#times[place] = at;
    this.#slots[place] = slot;
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    times.set(this.#times);
    this.#times = times;
    const slots = new Int32Array(this.#slots.length * 2);
    slots.set(this.#slots);
    this.#slots = slots;
  }
}
