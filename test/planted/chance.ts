import { randomBytes } from 'node:crypto';

/** Characters and words by chance, the same ones for the same seed. */
export class Chance {
  readonly seed: string;
  #state: bigint;

  constructor(seed = randomBytes(8).toString('hex')) {
    this.seed = seed;
    this.#state = BigInt(`0x${seed}`);
  }

  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number {
    // SplitMix64.
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n);
    let bits = this.#state;
    bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
    bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
    return Number((bits ^ (bits >> 31n)) % BigInt(below));
  }

  /** So many characters of these. */
  of(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('');
  }

  one<Item>(items: readonly Item[]): Item {
    // Sound: the index is within the list, which is never empty here.
    return items[this.below(items.length)] as Item;
  }

  hex(length: number): string {
    return this.of('0123456789abcdef', length);
  }

  /** Letters of both cases and digits, with at least one of each. */
  mixed(length: number): string {
    return `${this.of(upper, 1)}${this.of(digits, 1)}${this.of(lower, 1)}${this.of(upper + lower + digits, length - 3)}`;
  }

  caps(length: number): string {
    return `${this.of(upper, 2)}${this.of(digits, 1)}${this.of(upper + digits, length - 3)}`;
  }

  /** A name that nothing else has. */
  word(): string {
    return this.of('bcdfghklmnprstvz', 1) + this.of(lower, 7);
  }
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
