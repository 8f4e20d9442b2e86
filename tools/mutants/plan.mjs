/**
 * @typedef {{ ms: number, durations: Record<string, number>, reached: Record<string, string[]>, keepsRows: boolean }} Coverage
 *   of a test file: which mutants each of its tests reaches, by its place in the file; "file" is outside of them
 * @typedef {{ id: string, file: string, kind: string, isStatic: boolean }} Mutant
 */

/** The feature of a source or a test file. */
export const featureOf = (file) =>
  file.match(/^(?:lib\/(?=sorter\/)|lib\/[^/]+\/|tests\/integration\/|app\/api\/)([^/]+)/)?.[1];

/** The mutants of a job, each once. */
const idsOf = ({ whole, pairs }) => (whole ? [whole] : [...new Set(Object.values(pairs))]);

/** Tries of mutants by tests: which are left, and which to make next. */
export class Plan {
  #coverage;
  /** Mutants that no test has caught, by id. */
  #open = new Map();
  /** Places left to try, by test file and mutant. */
  #left = new Map();
  /** What a running job tries, by its test file. */
  #running = new Map();
  /** How many mutants of a kind a test file was tried with, and how many it caught, by both. */
  #rates = new Map();

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
    const running = new Set([...this.#running.values()].flat());
    const isLeft = (id) => running.has(id) || [...this.#left.values()].some((left) => left.has(id));
    return [...this.#open.keys()].filter((id) => !isLeft(id));
  }

  /** @param {string} [file] the test file that has caught it */
  close(id, file) {
    if (file && this.#open.has(id)) this.#rateOf(file, id).caught++;
    this.#open.delete(id);
    for (const left of this.#left.values()) left.delete(id);
  }

  /**
   * The next run of a test file: each of its tests with a different mutant, or all of them with one.
   * @returns {{ file: string, whole: string | null, pairs: Record<string, string> } | null} null when nothing is left
   *   that isn't being tried
   */
  next() {
    let best = null;
    for (const file of this.#left.keys()) {
      if (this.#running.has(file)) continue;
      const job = this.#jobOf(file);
      const worth = job ? this.#worth(file, job) : 0;
      if (worth > 0 && worth > (best?.worth ?? 0)) best = { worth, job };
    }
    if (!best) return null;
    const { job } = best;
    this.#running.set(job.file, idsOf(job));
    for (const id of idsOf(job)) this.#rateOf(job.file, id).tried++;
    for (const [place, id] of Object.entries(job.pairs)) this.#forget(job.file, id, place);
    if (job.whole) this.#forget(job.file, job.whole, "file");
    return job;
  }

  /** The file can be run again. */
  release(file) {
    this.#running.delete(file);
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
    // Tests that reach few mutants first: they have the fewest to choose from.
    for (const [place, ids] of [...byPlace].sort((a, b) => a[1].length - b[1].length)) {
      const rank = (id) => (taken.get(id) ?? 0) * 100 + near(id) * 10 + Math.min(left.get(id).size, 9);
      const [id] = ids.sort((a, b) => rank(a) - rank(b));
      pairs[place] = id;
      taken.set(id, (taken.get(id) ?? 0) + 1);
    }
    if (taken.size > 0) return { file, whole: null, pairs };
    return whole ? { file, whole, pairs: {} } : null;
  }

  #rateOf(file, id) {
    const key = `${file} ${this.#open.get(id).kind}`;
    if (!this.#rates.has(key)) this.#rates.set(key, { tried: 0, caught: 0 });
    return this.#rates.get(key);
  }

  /**
   * How likely a test file is to catch a mutant: at first by whether it is of the mutant's own feature, then by what it
   * has caught of that kind.
   */
  #chance(file, id) {
    const guess = featureOf(this.#open.get(id).file) === featureOf(file) ? 0.6 : 0.2;
    const { tried, caught } = this.#rateOf(file, id);
    return (caught + 5 * guess) / (tried + 5);
  }

  /** Mutants that will likely be caught for each second it takes. */
  #worth(file, job) {
    const { whole, pairs } = job;
    const { ms, durations } = this.#coverage[file];
    const all = Object.values(durations).reduce((sum, one) => sum + one, 0);
    const chosen = Object.keys(pairs).reduce((sum, place) => sum + (durations[place] ?? 0), 0);
    const cost = whole ? ms : Math.max(ms - all, 200) + chosen;
    return idsOf(job).reduce((sum, id) => sum + this.#chance(file, id), 0) / cost;
  }
}
