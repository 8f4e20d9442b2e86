// The primary process, with little patience: node impatient-cluster.mjs PROGRAM.
import { superviseProcesses } from "@/server/supervisor";

await superviseProcesses({ program: process.argv[2] ?? "", count: 2, waitsMs: [0, 10, 10] });
