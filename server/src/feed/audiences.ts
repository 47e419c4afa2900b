// Who listens to what: connections by name of a topic, a room or a session.

export class Audiences<Member> {
  readonly #members = new Map<string, Set<Member>>();
  #memberships = 0;

  /** How many pairs of name and member there are. */
  get memberships(): number {
    return this.#memberships;
  }

  /** How many names have at least one member. */
  get names(): number {
    return this.#members.size;
  }

  of(name: string): ReadonlySet<Member> | undefined {
    return this.#members.get(name);
  }

  join(name: string, member: Member): void {
    const members = this.#members.get(name) ?? new Set();
    if (members.has(member)) return;
    this.#members.set(name, members.add(member));
    this.#memberships++;
  }

  leave(name: string, member: Member): void {
    const members = this.#members.get(name);
    if (!members?.delete(member)) return;
    this.#memberships--;
    if (members.size === 0) this.#members.delete(name);
  }
}
