import { rmSync } from "node:fs";

export default async function stopTestServer() {
  const { own, folder } = globalThis.keepsakeTestServer;
  await own?.stop();
  rmSync(folder, { recursive: true, force: true });
}
