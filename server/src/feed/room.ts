// Who may have a connection when there is room for so many only. Each holder (an address, an account) may have a few; when all
// places are taken, the holder of the most gives its newest up for one that has fewer, so that no few can crowd out the others.
import { placesOfSite, siteKey } from '../kit/address-key.ts';

export interface RoomLimits {
  places: number;
  placesEach: number;
}

export interface Room<Place> {
  /** Takes a place: false when its holder has as many as it may, or when all are taken and nobody has more. */
  enter(holder: string, place: Place): boolean;
  leave(holder: string, place: Place): void;
  readonly size: number;
  readonly holders: number;
}

/** Whoever has to give a place up is handed to `giveUp`, and has left already. */
export function createRoom<Place>({ places, placesEach }: RoomLimits, giveUp: (place: Place) => void): Room<Place> {
  const held = new Map<string, Place[]>();
  /** Holders by how many places they have. */
  const byCount: Set<string>[] = [];
  let size = 0;

  function recount(holder: string, before: number, after: number): void {
    byCount[before]?.delete(holder);
    if (after > 0) (byCount[after] ??= new Set()).add(holder);
    size += after - before;
  }

  function remove(holder: string, at: number): Place {
    const own = held.get(holder)!;
    const [place] = own.splice(at, 1);
    if (own.length === 0) held.delete(holder);
    recount(holder, own.length + 1, own.length);
    return place!;
  }

  /** The holder of the most, if giving one up leaves it no less than the newcomer has then. */
  function holderAbove(count: number): string | undefined {
    const most = byCount.findLastIndex((holders) => holders !== undefined && holders.size > 0);
    return most > count + 1 ? byCount[most]!.values().next().value : undefined;
  }

  return {
    enter(holder, place) {
      const count = held.get(holder)?.length ?? 0;
      if (count >= placesEach) return false;
      if (size >= places) {
        const other = holderAbove(count);
        if (other === undefined) return false;
        giveUp(remove(other, held.get(other)!.length - 1));
      }
      held.set(holder, [...(held.get(holder) ?? []), place]);
      recount(holder, count, count + 1);
      return true;
    },
    leave(holder, place) {
      const at = held.get(holder)?.indexOf(place) ?? -1;
      if (at >= 0) remove(holder, at);
    },
    get size() {
      return size;
    },
    get holders() {
      return held.size;
    },
  };
}

/**
 * Holders are addresses. One who has a whole site of IPv6 has a place or two of each of 65,536, of which none is asked to give one up: so the
 * site has its limit besides. Whoever had to give a place up must leave all the same.
 */
export function createAddressRoom<Place>(limits: RoomLimits, giveUp: (place: Place) => void): Room<Place> {
  const room = createRoom<Place>(limits, giveUp);
  const ofSite = placesOfSite(limits.places, limits.placesEach);
  const sites = createRoom<Place>({ places: Infinity, placesEach: ofSite }, () => undefined);
  return {
    enter(address, place) {
      const site = siteKey(address);
      if (site !== undefined && !sites.enter(site, place)) return false;
      const isIn = room.enter(address, place);
      if (!isIn && site !== undefined) sites.leave(site, place);
      return isIn;
    },
    leave(address, place) {
      const site = siteKey(address);
      if (site !== undefined) sites.leave(site, place);
      room.leave(address, place);
    },
    get size() {
      return room.size;
    },
    get holders() {
      return room.holders;
    },
  };
}
