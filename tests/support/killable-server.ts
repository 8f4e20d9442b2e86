import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { bundlePrograms } from "@/tests/support/bundle";

const root = path.resolve(import.meta.dirname, "..", "..");

export interface KillableServer {
  origin: string;
  pid: number;
  /** Ends it as a power cut would; resolves when it is gone. */
  kill: () => Promise<void>;
  /** Sets the time of day of a server that was started with one, and its time zone, as in TZ. */
  setClock: (time: number, zone: string) => Promise<void>;
  setZone: (zone: string) => Promise<void>;
}

export interface ServerClock {
  startsAt: number;
  /** As in TZ. */
  zone?: string;
}

/** Bundles tests/support/bare-server.ts. @returns the program's file */
export async function buildBareServer(): Promise<string> {
  const folder = path.join(root, ".build");
  await bundlePrograms(["bare-server"], folder);
  return path.join(folder, "bare-server.mjs");
}

/** Starts the program on this test file's database and folder. @throws Error when it ends before it is ready */
export async function startKillableServer(program: string, clock?: ServerClock): Promise<KillableServer> {
  const imports = clock ? ["--import", path.join(import.meta.dirname, "remote-clock.mjs")] : [];
  const child: ChildProcess = spawn(process.execPath, [...imports, program], {
    cwd: root,
    env: {
      ...process.env,
      PORT: "0",
      NODE_OPTIONS: "",
      WORKER_IN_PROCESS: "on",
      // It is restarted many times.
      NODE_COMPILE_CACHE: path.join(root, ".build", "compile-cache"),
      ...(clock ? { CLOCK_STARTS_AT: String(clock.startsAt), TZ: clock.zone ?? "UTC" } : {}),
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once("message", (message) => resolve(message as { port: number }));
    void ended.then(() => reject(new Error("The server ended before it was ready")));
  });
  const tell = async (message: object) => {
    const isSet = new Promise((resolve) => child.once("message", resolve));
    child.send(message);
    await isSet;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    setClock: (time, zone) => tell({ setClock: time, zone }),
    setZone: (zone) => tell({ zone }),
  };
}
