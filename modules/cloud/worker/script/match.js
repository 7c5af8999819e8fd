// Which visible item is which attempt. The rules are those of package posts/publish/match, whose cases are tried here too:
//
//     the item names the attempt's reference           it is the attempt's
//     the network calls the attempt's reference live   the attempt must have an item: it is bound to the one that it has in
//                                                      every assignment in which each such attempt has an item of its own,
//                                                      unless that item fits an attempt of which nobody knows whether it took
//                                                      effect
//     nobody knows whether the attempt took effect     it may have an item: it is bound to the only one that fits, and only
//                                                      when the look is distinct, so that nobody else makes such an item
//
// An item fits an attempt when it appeared within the attempt's window and was not there before the call.

/**
 * A visible call whose item is looked for. Instants are by the network's clock, in milliseconds since 1970.
 *
 * @typedef {object} Attempt
 * @property {string | number} seq tells attempts apart
 * @property {string} ref the network's reference of what was to become visible
 * @property {boolean} [isLive] the network itself calls the reference published
 * @property {boolean} [isDistinct] nobody makes an item of this look by chance
 * @property {number} from the first moment at which the call can have taken effect
 * @property {number} until the last one
 * @property {string[]} [seenBefore] items of this look that were visible before the call
 */
/** @typedef {{id: string, ref?: string, at: number}} Item what the account shows of the look, and no post is known to be */
/** @typedef {{attempts: Attempt[], items: Item[], since?: number}} Evidence from since on the items are all that there are */

/**
 * bind returns which item is which attempt's, by the attempts' seq. An attempt that is not in the result cannot be told.
 *
 * @param {Evidence} evidence
 * @returns {Map<string | number, string>}
 */
export function bind(evidence) {
  const graph = new Graph(evidence);
  const bound = new Map([...graph.named(), ...graph.forced(), ...graph.alone()]);
  return new Map([...bound].map(([a, i]) => [evidence.attempts[a].seq, evidence.items[i].id]));
}

/**
 * isAbsent says whether the items show that the attempt has not become visible: the list covers its window, and no item
 * can be it.
 *
 * @param {Evidence} evidence
 * @param {string | number} seq
 */
export function isAbsent(evidence, seq) {
  const attempt = evidence.attempts.find((a) => a.seq === seq);
  if (!attempt || attempt.isLive || isCut(evidence, attempt)) {
    return false;
  }
  return !evidence.items.some((item) => (item.ref && item.ref === attempt.ref) || fits(attempt, item));
}

/**
 * isCut says whether the attempt's window begins before what is shown.
 *
 * @param {Evidence} evidence
 * @param {Attempt} attempt
 */
function isCut(evidence, attempt) {
  return attempt.from < (evidence.since ?? -Infinity);
}

/**
 * fits says whether the attempt can have made the item.
 *
 * @param {Attempt} attempt
 * @param {Item} item
 */
function fits(attempt, item) {
  if (item.ref && item.ref !== attempt.ref) {
    return false;
  }
  return item.at >= attempt.from && item.at <= attempt.until && !attempt.seenBefore?.includes(item.id);
}

/** Graph has the attempts and items that are not bound yet, by their places in the evidence, and which can belong together. */
class Graph {
  /** @param {Evidence} evidence */
  constructor(evidence) {
    this.evidence = evidence;
    this.attempts = evidence.attempts;
    this.items = evidence.items;
    /** @type {Set<number>} the attempts that are bound */
    this.done = new Set();
    /** fitting are the items that fit each attempt. */
    this.fitting = this.attempts.map((attempt) => [...this.items.keys()].filter((i) => fits(attempt, this.items[i])));
  }

  /** @param {Map<number, number>} bound */
  take(bound) {
    const taken = new Set(bound.values());
    for (const a of bound.keys()) {
      this.done.add(a);
    }
    this.fitting = this.fitting.map((items) => items.filter((i) => !taken.has(i)));
    return bound;
  }

  /** named binds items that name the reference of an attempt, whatever the clocks say. A reference that several items name tells nothing. */
  named() {
    /** @type {Map<number, number>} */
    const bound = new Map();
    for (const [a, attempt] of this.attempts.entries()) {
      const found = [...this.items.keys()].filter((i) => this.items[i].ref && this.items[i].ref === attempt.ref);
      if (found.length === 1) {
        bound.set(a, found[0]);
      }
    }
    return this.take(bound);
  }

  /**
   * forced binds the items that attempts which are live have in every assignment. Where such an attempt finds no item, the
   * list does not show everything yet, and nothing is bound that its item could be. Nor is an item bound that an open attempt
   * may have made: the user may have changed or deleted the item of the live one, which then takes the other's.
   */
  forced() {
    /** @type {Map<number, number>} */
    const bound = new Map();
    for (const live of this.components().filter((group) => this.isAssignable(group))) {
      for (const a of live) {
        for (const i of this.fitting[a]) {
          if (!this.isAssignable(live, a, i) && !this.mayBeOfOpen(i)) {
            bound.set(a, i);
          }
        }
      }
    }
    return this.take(bound);
  }

  /**
   * mayBeOfOpen says whether the item fits an open attempt: nobody knows whether that took effect.
   *
   * @param {number} item
   */
  mayBeOfOpen(item) {
    return this.attempts.some((attempt, a) => !attempt.isLive && !this.done.has(a) && this.fitting[a].includes(item));
  }

  /**
   * components returns the live attempts in groups that have no fitting item in common. One whose window begins before what
   * is shown may have its item there.
   */
  components() {
    /** @type {number[][]} */
    let groups = [];
    for (const [a, attempt] of this.attempts.entries()) {
      if (!attempt.isLive || this.done.has(a) || isCut(this.evidence, attempt)) {
        continue;
      }
      const sharing = groups.filter((group) => group.some((b) => this.fitting[a].some((i) => this.fitting[b].includes(i))));
      groups = [...groups.filter((group) => !sharing.includes(group)), [a, ...sharing.flat()]];
    }
    return groups;
  }

  /**
   * isAssignable says whether each of the attempts can have an item of its own, without the one at which the attempt without
   * has item.
   *
   * @param {number[]} attempts
   * @param {number} [without]
   * @param {number} [item]
   */
  isAssignable(attempts, without, item) {
    /** @type {Map<number, number>} */
    const owner = new Map();
    /** @type {(a: number, tried: Set<number>) => boolean} */
    const assign = (a, tried) => {
      for (const i of this.fitting[a]) {
        if (tried.has(i) || (a === without && i === item)) {
          continue;
        }
        tried.add(i);
        const other = owner.get(i);
        if (other === undefined || assign(other, tried)) {
          owner.set(i, a);
          return true;
        }
      }
      return false;
    };
    return attempts.every((a) => assign(a, new Set()));
  }

  /** alone binds the only item that fits an attempt of a distinct look, when it fits no other attempt. */
  alone() {
    /** @type {Map<number, number>} */
    const bound = new Map();
    for (const [a, attempt] of this.attempts.entries()) {
      if (this.done.has(a) || attempt.isLive || !attempt.isDistinct || isCut(this.evidence, attempt) || this.fitting[a].length !== 1) {
        continue;
      }
      const [item] = this.fitting[a];
      if (!this.fitting.some((items, b) => b !== a && !this.done.has(b) && items.includes(item))) {
        bound.set(a, item);
      }
    }
    return this.take(bound);
  }
}
