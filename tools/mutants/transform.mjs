import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);

/** The instrumented text of a source, as instrument.mjs wrote it. */
function instrumented(source, file, { root, folder }) {
  const place = path.join(folder, path.relative(root, file));
  return existsSync(place) ? readFileSync(place, "utf8") : source;
}

/** Next's own transform, of sources that have the mutants in them. */
export default {
  createTransformer({ next: [program, settings], root, folder }) {
    const { process: compile } = require(program).createTransformer(settings);
    const places = { root, folder };
    return {
      process(source, file, options) {
        // Next compiles for the server where Jest's own environment is set.
        const config = { ...options.config, testEnvironment: "node" };
        return compile(instrumented(source, file, places), file, { ...options, config });
      },
      getCacheKey: (source, file) =>
        createHash("sha256")
          .update(`${file}\n${instrumented(source, file, places)}\n${JSON.stringify(settings)}`)
          .digest("hex"),
    };
  },
};
