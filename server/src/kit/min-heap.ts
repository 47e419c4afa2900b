// What comes first: a binary heap, so that neither time nor price has to look at all that waits for them.

/** Items by ascending key. Whatever does not matter any more stays until it comes up or is thrown out by `keepOnly`. */
export class MinHeap<Item> {
  #keys: number[] = [];
  #items: Item[] = [];

  get size(): number {
    return this.#keys.length;
  }

  /** The smallest key; undefined when there is none. */
  get first(): number | undefined {
    return this.#keys[0];
  }

  push(key: number, item: Item): void {
    this.#keys.push(key);
    this.#items.push(item);
    this.#rise(this.#keys.length - 1, key, item);
  }

  /** Takes out everything at or below `key`, smallest first; equal keys in no particular order. */
  popUpTo(key: number): Item[] {
    const taken: Item[] = [];
    while (this.#keys.length > 0 && this.#keys[0]! <= key) taken.push(this.#pop());
    return taken;
  }

  /** Throws out every item that does not matter any more, in one pass. */
  keepOnly(matters: (item: Item) => boolean): void {
    let kept = 0;
    for (let place = 0; place < this.#items.length; place++) {
      if (!matters(this.#items[place]!)) continue;
      this.#keys[kept] = this.#keys[place]!;
      this.#items[kept++] = this.#items[place]!;
    }
    this.#keys.length = kept;
    this.#items.length = kept;
    for (let place = (kept >> 1) - 1; place >= 0; place--) this.#sink(place, this.#keys[place]!, this.#items[place]!);
  }

  #pop(): Item {
    const item = this.#items[0]!;
    const lastKey = this.#keys.pop()!;
    const lastItem = this.#items.pop()!;
    if (this.#keys.length > 0) this.#sink(0, lastKey, lastItem);
    return item;
  }

  #rise(from: number, key: number, item: Item): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#keys[parent]! <= key) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#keys[place] = key;
    this.#items[place] = item;
  }

  #sink(from: number, key: number, item: Item): void {
    const size = this.#keys.length;
    let place = from;
    for (let child = 2 * place + 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && this.#keys[child + 1]! < this.#keys[child]!) child++;
      if (this.#keys[child]! >= key) break;
      this.#move(child, place);
      place = child;
    }
    this.#keys[place] = key;
    this.#items[place] = item;
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from]!;
    this.#items[to] = this.#items[from]!;
  }
}
