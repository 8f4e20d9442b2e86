// npm run structure: figures on the code's structure: imports against the order of the wings, cycles, and the length of
// files and functions. `tests/unit/lint/structure.test.ts` enforces their limits.
import { ensureInstalled } from "../ops/lib/install.mjs";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";

if (!(await runsOnModernNode(root))) process.exit();
await ensureInstalled(root);
const { circles, featureEdges, longFunctions, readSources, upwardImports } = await import(
  "./lib/structure.mjs"
);

const all = readSources(root);
const upward = upwardImports(all);
const lengths = [...all.values()].map(({ lines }) => lines).sort((one, other) => one - other);
const at = (share) => lengths[Math.floor(lengths.length * share)];
const [knot = []] = circles(featureEdges(all));
const inCircles = circles(new Map([...all].map(([file, { imports }]) => [file, imports])));
const long = longFunctions(all);

console.log(
  `${all.size} files, ${lengths.reduce((sum, one) => sum + one, 0)} lines; median ${at(0.5)}, p95 ${at(0.95)}`,
);
console.log(
  `${upward.length} imports against the order of the wings${upward.map((one) => `\n  ${one}`).join("")}`,
);
console.log(
  `${knot.length} features in the largest knot${knot.length > 0 ? `: ${knot.sort().join(", ")}` : ""}`,
);
console.log(
  `${inCircles.length} circles of files${inCircles.map((one) => `\n  ${one.join(", ")}`).join("")}`,
);
console.log(`${long.length} functions over 100 lines${long.map((one) => `\n  ${one}`).join("")}`);
