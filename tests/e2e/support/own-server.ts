import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/ops/lib/free-port.mjs";

export interface OwnServer {
  url: string;
  /** Its output. */
  words: () => string;
  stop: () => Promise<void>;
}

const startMs = 120_000;

/** Runs `npm start` on an empty data folder, for tests of an unused installation. */
export async function startOwnServer(): Promise<OwnServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-fresh-"));
  const port = await freePort();
  const blank = [
    "SUPER_ADMIN_EMAIL",
    "SUPER_ADMIN_PASSWORD",
    "DATABASE_URL",
    "APP_URL",
    "SMTP_URL",
    "AUTH_SECRET",
  ];
  const child: ChildProcess = spawn(process.execPath, ["ops/start.mjs"], {
    env: {
      ...process.env,
      ...Object.fromEntries(blank.map((name) => [name, ""])),
      PORT: String(port),
      DATA_DIR: folder,
      WEB_PROCESSES: "1",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let words = "";
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.kill("SIGTERM")) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (data) => {
      words += String(data);
      if (words.includes("Ctrl-C")) resolve();
    });
    child.once("exit", () => reject(new Error(`npm start ended: ${words}`)));
    setTimeout(() => reject(new Error(`npm start took too long: ${words}`)), startMs).unref();
  });
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, words: () => words, stop };
}
