/**
 * @typedef {{ ms: number, durations: Record<string, number>, reached: Record<string, string[]>, keepsRows: boolean }} Coverage
 *   of a test file: which mutants each of its tests reaches, by its place in the file; "file" is outside of them
 * @typedef {{ id: string, file: string, isStatic: boolean }} Mutant
 */

/** Of a source or a test file. */
export const featureOf = (file) => file.match(/(?:features|integration|api)\/([^/]+)/)?.[1];

/** Tries of mutants by tests: which are left, and which to make next. */
export class Plan {
  #coverage;
  /** Mutants that no test has caught, by id. */
  #open = new Map();
  /** Places left to try, by test file and mutant. */
  #left = new Map();
  #busy = new Set();

  /**
   * @param {Mutant[]} mutants
   * @param {Record<string, Coverage>} coverage by test file
   */
  constructor(mutants, coverage) {
    this.#coverage = coverage;
    for (const mutant of mutants) this.#open.set(mutant.id, mutant);
    for (const [file, { reached }] of Object.entries(coverage)) {
      const left = new Map();
      for (const [place, ids] of Object.entries(reached)) {
        for (const id of ids) {
          if (!this.#open.has(id)) continue;
          if (!left.has(id)) left.set(id, new Set());
          left.get(id).add(place);
        }
      }
      // What is decided while modules load is on for the whole file, or not at all.
      for (const id of left.keys()) {
        if (this.#open.get(id).isStatic) left.set(id, new Set(["file"]));
      }
      this.#left.set(file, left);
    }
  }

  isOpen(id) {
    return this.#open.has(id);
  }

  isReached(id) {
    return Object.values(this.#coverage).some(({ reached }) =>
      Object.values(reached).some((ids) => ids.includes(id)),
    );
  }

  /** @returns {string[]} mutants that every test that reaches them was tried with */
  exhausted() {
    return [...this.#open.keys()].filter((id) => ![...this.#left.values()].some((left) => left.has(id)));
  }

  close(id) {
    this.#open.delete(id);
    for (const left of this.#left.values()) left.delete(id);
  }

  /**
   * The next run of a test file: each of its tests with a mutant of its own, or all of them with one.
   * @returns {{ file: string, whole: string | null, pairs: Record<string, string> } | null} null when nothing is left
   *   that isn't being tried
   */
  next() {
    let best = null;
    for (const file of this.#left.keys()) {
      if (this.#busy.has(file)) continue;
      const job = this.#jobOf(file);
      const worth = job ? this.#worth(file, job) : 0;
      if (worth > 0 && worth > (best?.worth ?? 0)) best = { worth, job };
    }
    if (!best) return null;
    const { job } = best;
    this.#busy.add(job.file);
    for (const [place, id] of Object.entries(job.pairs)) this.#forget(job.file, id, place);
    if (job.whole) this.#forget(job.file, job.whole, "file");
    return job;
  }

  /** The file can be run again. */
  release(file) {
    this.#busy.delete(file);
  }

  /** A try that was not made after all. */
  putBack(file, id, place) {
    if (!this.#open.has(id)) return;
    const left = this.#left.get(file);
    left.set(id, (left.get(id) ?? new Set()).add(place));
  }

  #forget(file, id, place) {
    const left = this.#left.get(file);
    left.get(id)?.delete(place);
    if (left.get(id)?.size === 0) left.delete(id);
  }

  #jobOf(file) {
    const left = this.#left.get(file);
    const near = (id) => (featureOf(this.#open.get(id).file) === featureOf(file) ? 0 : 1);
    const taken = new Map();
    const pairs = {};
    const byPlace = new Map();
    let whole = null;
    for (const [id, places] of left) {
      for (const place of places) {
        if (place === "file") whole ??= id;
        else byPlace.set(place, [...(byPlace.get(place) ?? []), id]);
      }
    }
    // The tests that reach little first: they have the least to choose from.
    for (const [place, ids] of [...byPlace].sort((a, b) => a[1].length - b[1].length)) {
      const rank = (id) => (taken.get(id) ?? 0) * 100 + near(id) * 10 + Math.min(left.get(id).size, 9);
      const [id] = ids.sort((a, b) => rank(a) - rank(b));
      pairs[place] = id;
      taken.set(id, (taken.get(id) ?? 0) + 1);
    }
    if (taken.size > 0) return { file, whole: null, pairs };
    return whole ? { file, whole, pairs: {} } : null;
  }

  /** Mutants tried for each second it takes; a file of the mutant's own feature is likelier to catch it. */
  #worth(file, { whole, pairs }) {
    const { ms, durations } = this.#coverage[file];
    const all = Object.values(durations).reduce((sum, one) => sum + one, 0);
    const chosen = Object.keys(pairs).reduce((sum, place) => sum + (durations[place] ?? 0), 0);
    const cost = whole ? ms : Math.max(ms - all, 200) + chosen;
    const ids = whole ? [whole] : [...new Set(Object.values(pairs))];
    const gain = ids.reduce(
      (sum, id) => sum + (featureOf(this.#open.get(id).file) === featureOf(file) ? 3 : 1),
      0,
    );
    return gain / cost;
  }
}
