/** So many entries come before the table is replaced, besides those that it holds then. */
const generation = 64;

/**
 * A map of entries that come and go all the time, such as calls under way.
 *
 * V8 links each table that a `Map` has outgrown, be it by entries long deleted, to the next one. Once a full collection has
 * made one of them old, all later ones stay, with whatever was in them, until the next full collection. So the map is
 * replaced before that chain gets long (docs/decisions/2026-12-02-maps-of-calls.md).
 */
export class TransientMap<K, V> {
  #map = new Map<K, V>();
  #room = generation;

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  set(key: K, value: V): void {
    if (this.#room === 0) this.#renew();
    this.#room--;
    this.#map.set(key, value);
  }

  delete(key: K): boolean {
    return this.#map.delete(key);
  }

  clear(): void {
    this.#map = new Map();
  }

  /** In the order in which they came; what comes during the iteration may be left out. */
  keys(): MapIterator<K> {
    return this.#map.keys();
  }

  /** In the order in which they came; what comes during the iteration may be left out. */
  values(): MapIterator<V> {
    return this.#map.values();
  }

  #renew(): void {
    this.#map = new Map(this.#map);
    this.#room = generation + this.#map.size;
  }
}
