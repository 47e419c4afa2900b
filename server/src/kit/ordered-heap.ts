// What lies lowest: a binary heap over exact keys, so that a price finds what waits for it without a look at the rest.

/** Items by ascending key. What does not matter any more is left behind by the owner and swept out with `keep`. */
export class OrderedHeap<Item> {
  #keys: bigint[] = [];
  #items: Item[] = [];

  get size(): number {
    return this.#keys.length;
  }

  push(key: bigint, item: Item): void {
    let place = this.#keys.length;
    this.#keys.push(key);
    this.#items.push(item);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#keys[parent]! <= key) break;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Takes out everything at or below `key`, lowest first. */
  popUpTo(key: bigint): Item[] {
    const taken: Item[] = [];
    while (this.#keys.length > 0 && this.#keys[0]! <= key) taken.push(this.#pop());
    return taken;
  }

  /** Throws out all items but those that matter. */
  keep(matters: (item: Item) => boolean): void {
    const [keys, items] = [this.#keys, this.#items];
    [this.#keys, this.#items] = [[], []];
    for (let place = 0; place < keys.length; place++) {
      if (matters(items[place]!)) this.push(keys[place]!, items[place]!);
    }
  }

  #pop(): Item {
    const item = this.#items[0]!;
    const last = this.#keys.length - 1;
    this.#swap(0, last);
    this.#keys.pop();
    this.#items.pop();
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= last) break;
      if (child + 1 < last && this.#keys[child + 1]! < this.#keys[child]!) child++;
      if (this.#keys[child]! >= this.#keys[place]!) break;
      this.#swap(place, child);
      place = child;
    }
    return item;
  }

  #swap(left: number, right: number): void {
    [this.#keys[left], this.#keys[right]] = [this.#keys[right]!, this.#keys[left]!];
    [this.#items[left], this.#items[right]] = [this.#items[right]!, this.#items[left]!];
  }
}
