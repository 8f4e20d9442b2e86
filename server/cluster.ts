// What `npm start` runs: one web process, which is this one, or several under a primary process, which is then this one.
import { fileURLToPath } from "node:url";
import { env } from "@/lib/env";
import { readMachine } from "@/lib/platform/machine";
import { countProcesses } from "@/server/process-count";
import { superviseProcesses } from "@/server/supervisor";

/** server/serve.ts. A separate program, so that a primary process loads nothing it doesn't need. */
const program = new URL("serve.mjs", import.meta.url);
const count = env.WEB_PROCESSES ?? countProcesses(readMachine());

if (count === 1) await import(program.href);
else await superviseProcesses({ program: fileURLToPath(program), count });
