import cluster, { type Worker } from "node:cluster";
import { logLine } from "@/lib/http/log";
import { noteIn, type SiblingNote } from "@/lib/platform/siblings";
import { endOnSignal } from "@/server/end-on-signal";
import { findPort } from "@/server/listen";

/** What a web process reports once it serves. */
interface Started {
  port: number;
  signUp: string;
  /** Whether the installation waits for its owner. */
  isFresh: boolean;
}

/** Before each restart of a process that keeps ending soon after its start; after the last, we give up. */
const restartWaitsMs = [0, 1_000, 2_000, 4_000, 8_000, 16_000];
const soonMs = 30_000;

export interface SupervisorOptions {
  /** The program of a web process. */
  program: string;
  count: number;
  waitsMs?: number[];
}

/** Forwards a note from one process to its addressee, or to all others. */
function passOn(from: Worker, note: SiblingNote): void {
  for (const other of Object.values(cluster.workers ?? {})) {
    if (!other || other === from || (note.to ?? other.id) !== other.id) continue;
    // One that is ending needs no notes.
    if (other.isConnected()) other.send({ siblingNote: { ...note, from: from.id } }, () => {});
  }
}

/**
 * The primary process: starts the web processes, and restarts those that end. Number 1 does the background work. Ends
 * when asked to, after all of them.
 * @throws Error when the port can't be used
 */
export async function superviseProcesses(options: SupervisorOptions): Promise<void> {
  const { program, count, waitsMs = restartWaitsMs } = options;
  const port = await findPort();
  cluster.setupPrimary({ exec: program, args: [] });
  const ends = new Map<Worker, Promise<void>>();
  let hasStarted = false;
  let isEnding = false;

  const end = async () => {
    isEnding = true;
    for (const { process: child } of ends.keys()) child.kill("SIGTERM");
    await Promise.all(ends.values());
  };
  const giveUp = async (message: string) => {
    console.error(message);
    await end();
    process.exit(1);
  };

  const run = (number: number, earlierEnds = 0): Promise<Started> => {
    const background = number === 1 ? {} : { WORKER_IN_PROCESS: "off" };
    const worker = cluster.fork({ WEB_PROCESSES: String(count), PORT: String(port), ...background });
    const startedAt = performance.now();
    const ended = (code: number, signal: string) => {
      ends.delete(worker);
      if (isEnding) return;
      const what = `Web process ${number} ended (${signal || `code ${code}`})`;
      // The process has said why.
      if (!hasStarted) return void giveUp(`${what} at its start.`);
      const soonEnds = performance.now() - startedAt < soonMs ? earlierEnds + 1 : 1;
      const waitMs = waitsMs[soonEnds - 1];
      if (waitMs === undefined) return void giveUp(`${what}, ${soonEnds} times in a row: giving up.`);
      logLine("error", { part: "cluster", message: `${what}; it is started again.` });
      setTimeout(() => isEnding || void run(number, soonEnds), waitMs);
    };
    ends.set(worker, new Promise((resolve) => worker.once("exit", () => resolve())));
    worker.once("exit", ended);
    return new Promise((resolve) => {
      worker.on("message", (message: unknown) => {
        const note = noteIn(message);
        if (note) passOn(worker, note);
        else resolve(message as Started);
      });
    });
  };

  endOnSignal(end);
  // The first process does what has to be done once per start.
  const started = await run(1);
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => run(index + 2)));
  hasStarted = true;
  process.send?.(started);
}
