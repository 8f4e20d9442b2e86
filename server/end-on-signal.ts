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
  process.once("disconnect", () => void end());
}
