import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/** Stops the one that was started by the first file that needed it (tests/support/shared-s3.ts). */
function stopS3Server(folder) {
  const file = path.join(folder, "s3-server.json");
  if (!existsSync(file)) return;
  for (const pid of JSON.parse(readFileSync(file, "utf8")).pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
  }
}

export default async function stopTestServer() {
  const { own, folder, serverFolder, pooler } = globalThis.keepsakeTestServer;
  stopS3Server(folder);
  await pooler?.stop();
  await own?.stop();
  for (const made of [serverFolder, folder]) rmSync(made, { recursive: true, force: true });
}
