// Carries the cluster of DATA_DIR over as npm start does, in a process that can be killed: node carry-over-program.mjs
import path from "node:path";
import { buildPrograms } from "../../ops/lib/build.mjs";
import { carryOver, needsCarryOver } from "../../ops/lib/carry-over.mjs";

const root = path.resolve(import.meta.dirname, "..", "..");
const dataDir = process.env.DATA_DIR ?? "";
const programs = await buildPrograms(root, ["carry-over"]);
try {
  if (await needsCarryOver(dataDir)) {
    await carryOver({ root, dataDir, program: programs["carry-over"], settings: ["fsync=off"] });
  }
} catch (error) {
  console.log(`Refused: ${error.message}`);
  process.exitCode = 1;
}
