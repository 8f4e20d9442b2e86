// npm run doctor: examines the setup and explains what is wrong with it. Changes nothing.
import { runProgram } from "./lib/run-program.mjs";

await runProgram("doctor", { database: { mustExist: true } });
