import { execFile, spawn } from "node:child_process";
import { access, chmod, constants, open } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { confined, findProgram } from "@/lib/platform/child-processes/confinement";
import { sniffBytes, sniffFileType } from "@/lib/platform/files/sniff";

/** The film can't be read, or takes more time or room than it may. */
export class VideoError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "VideoError";
  }
}

/** There is no ffmpeg on this machine: films are kept and played as they are. */
export class VideoUnavailableError extends Error {
  constructor() {
    super("ffmpeg and ffprobe are not installed");
    this.name = "VideoUnavailableError";
  }
}

export interface VideoTools {
  ffmpeg: string;
  ffprobe: string;
  /** Whether HDR can be mapped to what ordinary screens show. */
  hasToneMapping: boolean;
}

export interface VideoOptions {
  /** Ends the work when aborted; its reason is thrown. */
  signal?: AbortSignal;
  /** Where not the ones that `findVideoTools` finds. */
  tools?: VideoTools;
}

export interface RunOptions {
  timeoutMs: number;
  /** Ends the program when aborted. */
  signal?: AbortSignal | undefined;
  /** Of standard output; more ends the program. */
  maxOutputBytes: number;
  /** Of a file that it writes; without it, it can write none. */
  maxFileBytes?: number;
}

type ToolName = "ffmpeg" | "ffprobe";
const execute = promisify(execFile);
const niceness = 10;
/** Of one frame: above 8K, below what fills the memory. */
const maxFramePixels = 50_000_000;
/** Room for 8K, whose decoder keeps more than 20 frames at hand, and the stacks of many threads. */
const maxDataBytes = 2_500_000_000;

/** The static builds that npm installs on platforms that have one. Their execute bit may be missing. */
async function findInPackages(name: ToolName): Promise<string | null> {
  const file = path.resolve(
    "node_modules",
    `@${name}-installer`,
    `${process.platform}-${process.arch}`,
    name,
  );
  try {
    await access(file);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
    return file;
  } catch {
    return null;
  }
}

/** A program counts when it runs: a binary for another machine doesn't. */
async function isRunning(file: string): Promise<boolean> {
  return execute(file, ["-version"], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * The programs among `candidates` that run, as a pair.
 * @param candidates in order of preference
 */
export async function pickVideoTools(
  candidates: { ffmpeg: string | null; ffprobe: string | null }[],
): Promise<VideoTools | null> {
  for (const { ffmpeg, ffprobe } of candidates) {
    if (!ffmpeg || !ffprobe || !(await isRunning(ffmpeg)) || !(await isRunning(ffprobe))) continue;
    const { stdout } = await execute(ffmpeg, ["-hide_banner", "-filters"]);
    const hasToneMapping = / zscale /.test(stdout) && / tonemap /.test(stdout);
    return { ffmpeg, ffprobe, hasToneMapping };
  }
  return null;
}

export const systemTools = async () => ({
  ffmpeg: await findProgram("ffmpeg"),
  ffprobe: await findProgram("ffprobe"),
});
export const packagedTools = async () => ({
  ffmpeg: await findInPackages("ffmpeg"),
  ffprobe: await findInPackages("ffprobe"),
});

let found: Promise<VideoTools | null> | undefined;

/** ffmpeg and ffprobe of the system, else of npm, else null; looked for once a process. */
export function findVideoTools(): Promise<VideoTools | null> {
  found ??= (async () => pickVideoTools([await systemTools(), await packagedTools()]))();
  return found;
}

/** @throws VideoUnavailableError */
export async function requireVideoTools(options: VideoOptions = {}): Promise<VideoTools> {
  const tools = options.tools ?? (await findVideoTools());
  if (!tools) throw new VideoUnavailableError();
  return tools;
}

/**
 * The arguments that open a film. Left to itself ffmpeg guesses the format from the content, and a playlist
 * named .mp4 makes it read other files: so the demuxer is the one our own sniffing found, other demuxers
 * and every protocol but files are off, and the path can't be taken for an address.
 * @throws VideoError when the file is no film of a kind we take
 */
export async function inputArguments(file: string): Promise<string[]> {
  const handle = await open(file);
  const head = Buffer.alloc(sniffBytes);
  const { bytesRead } = await handle.read(head, 0, sniffBytes, 0).finally(() => handle.close());
  const type = sniffFileType(head.subarray(0, bytesRead));
  if (type?.mediaType !== "video") throw new VideoError("The file is no film");
  const demuxer = type.extension === "avi" ? "avi" : "mov";
  return [
    ["-protocol_whitelist", "file"],
    ["-format_whitelist", demuxer],
    ["-max_pixels", String(maxFramePixels)],
    ["-f", demuxer],
    ["-i", `file:${file}`],
  ].flat();
}

/** Of processor time, on all cores: this limit holds even when this process is gone. */
const cpuSecondsOf = (timeoutMs: number) => Math.ceil((timeoutMs / 1000) * os.availableParallelism());

/** Arguments of every call of ffmpeg. */
export const ffmpegArguments = ["-v", "error", "-hide_banner", "-nostdin", "-y"];

/**
 * Runs ffmpeg or ffprobe and collects its output. It sees none of our settings, has no network where this machine can
 * do without, is held to limits, and yields to the server.
 * @throws VideoError when it fails, or takes too long or writes too much; the signal's reason when aborted
 */
export async function runVideoTool(file: string, args: string[], options: RunOptions): Promise<Buffer> {
  const { timeoutMs, maxFileBytes = 0 } = options;
  const limits = { dataBytes: maxDataBytes, fileBytes: maxFileBytes, cpuSeconds: cpuSecondsOf(timeoutMs) };
  const command = await confined({ file, args }, limits, [".env"]);
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(options.signal.reason);
    const child = spawn(command.file, command.args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { NODE_ENV: "production", LC_ALL: "C" },
    });
    const output: Buffer[] = [];
    let outputBytes = 0;
    let complaint = "";
    const kill = () => child.kill("SIGKILL");
    signal.addEventListener("abort", kill, { once: true });
    if (child.pid !== undefined) lowerPriority(child.pid);
    child.stdout.on("data", (block: Buffer) => {
      outputBytes += block.length;
      if (outputBytes > options.maxOutputBytes) kill();
      else output.push(block);
    });
    child.stderr.on("data", (block: Buffer) => {
      if (complaint.length < 2_000) complaint += block.toString();
    });
    child.on("error", (cause) => {
      signal.removeEventListener("abort", kill);
      reject(new VideoError("The video program doesn't start", { cause }));
    });
    child.on("close", (code) => {
      signal.removeEventListener("abort", kill);
      if (code === 0) return resolve(Buffer.concat(output));
      if (options.signal?.aborted) return reject(options.signal.reason);
      if (timeout.aborted) return reject(new VideoError("The film takes too long"));
      if (outputBytes > options.maxOutputBytes)
        return reject(new VideoError("The film gives too much output"));
      reject(new VideoError("The film can't be read", { cause: complaint.slice(0, 2_000) }));
    });
  });
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}
