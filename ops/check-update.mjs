// For npm run update: compares the album with the backup FOLDER from before it.
import { runProgram } from "./lib/run-program.mjs";

await runProgram("check-update", { args: process.argv.slice(2), database: { mustExist: true } });
