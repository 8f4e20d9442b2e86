import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { buildCommandLine } from "@/ops/lib/build.mjs";
import { handleDirectCall } from "@/server/direct-calls";

export interface RecordedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  bytes: number;
}

export interface AlbumServer {
  url: string;
  /** All requests so far. */
  requests: RecordedRequest[];
  /** Called with each request before it is answered. */
  onRequest: ((request: RecordedRequest) => void) | null;
  close: () => Promise<void>;
}

/** The album's calls over HTTP, as `npm start` answers them before Next. */
export async function startAlbumServer(): Promise<AlbumServer> {
  const album: AlbumServer = { url: "", requests: [], onRequest: null, close: async () => {} };
  const server: Server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://album.test");
    const bytes = Number(request.headers["content-length"] ?? 0);
    const recorded = { method: request.method ?? "", path: pathname, query: searchParams, bytes };
    album.requests.push(recorded);
    album.onRequest?.(recorded);
    // A client that was killed can close its connection at any point.
    await handleDirectCall(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  album.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  album.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return album;
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The lines of --json. */
  events: Record<string, unknown>[];
}

export interface RunningCommand {
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  result: Promise<CommandResult>;
}

export interface CommandOptions {
  /** Standard input instead of a terminal. */
  input?: string;
  /** Uses a terminal, and types this at the prompt. */
  typed?: string;
  env?: Record<string, string>;
}

/** Runs the program with its own home folder. */
export function commandLine(home: string) {
  const root = path.resolve(import.meta.dirname, "..", "..");
  const start = async (args: string[], { input = "", typed, env = {} }: CommandOptions = {}) => {
    const command = [process.execPath, await buildCommandLine(root), ...args];
    // script provides a terminal.
    const onTerminal = ["script", "-qec", command.map((one) => `'${one}'`).join(" "), "/dev/null"];
    const [file = "", ...rest] = typed === undefined ? command : onTerminal;
    const child = spawn(file, rest, {
      env: {
        NODE_ENV: "production",
        HOME: home,
        XDG_CONFIG_HOME: path.join(home, "config"),
        TZ: "UTC",
        ...env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (piece: string) => {
        texts[name] += piece;
      });
    }
    // On a usage error it ends before it has read anything.
    child.stdin.on("error", () => {});
    if (typed === undefined) child.stdin.end(input);
    else child.stdout.once("data", () => child.stdin.write(typed));
    const result = new Promise<CommandResult>((resolve) => {
      child.once("close", (code) => {
        const lines = args.includes("--json") ? texts.stdout.trim().split("\n").filter(Boolean) : [];
        resolve({ code, ...texts, events: lines.map((line) => JSON.parse(line)) });
      });
    });
    return { child, result } satisfies RunningCommand;
  };
  return {
    start,
    run: async (args: string[], options?: CommandOptions) => (await start(args, options)).result,
  };
}
