import cluster from "node:cluster";

/**
 * Ends this program when asked to, or when the script that started it is gone.
 * @param close releases everything; called once
 */
export function endOnSignal(close: () => Promise<void>): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    try {
      await close();
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => void end());
  process.channel?.unref();
  // Otherwise node:cluster ends a web process at once when its primary is gone.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  process.once("disconnect", () => void end());
}
