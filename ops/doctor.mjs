// npm run doctor: looks at the setup and says in words what is wrong with it. Changes nothing.
import { runProgram } from "./lib/run-program.mjs";

await runProgram("doctor", { database: { mustExist: true } });
