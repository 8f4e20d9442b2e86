import { createRequire } from "node:module";

/** The slowest ones, slowest first: tens of seconds each, though most are small files. */
const longest = [
  "access-matrix",
  "http/bad-input",
  "canaries/writes",
  "archives/bucket",
  "media/live-photos",
  "http/fuzz",
  "canaries/reads",
  "uploads/corpus",
  "accounts/rate-limits",
  "recognition/recognition",
].map((name) => `/tests/integration/${name}.test.ts`);

const inJest = createRequire(createRequire(import.meta.url).resolve("jest"));
const { default: Sequencer } = inJest("@jest/test-sequencer");

/**
 * Jest starts with the files that took longest last time or, without records, with the biggest. A small but slow file
 * would then come last, and one worker would end long after the other.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path, duration }) => {
      const at = duration ? -1 : longest.findIndex((name) => path.endsWith(name));
      return at === -1 ? longest.length : at;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}
