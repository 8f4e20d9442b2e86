import { execFile, spawn } from "node:child_process";
import { open } from "node:fs/promises";
import os from "node:os";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { env } from "@/lib/env";
import { confined, describeConfinement, findProgram } from "@/lib/platform/child-processes/confinement";
import { ownFolders } from "@/lib/platform/child-processes/own-folders";
import { sniffBytes, sniffFileType } from "@/lib/platform/files/sniff";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { fileTypes } from "@/lib/shared/file-types";

/** The video can't be read, or takes more time or space than allowed. */
export class VideoError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "VideoError";
  }
}

/** There is no ffmpeg on this machine: clips are stored and can be downloaded, but not played. */
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
  /** Stops the work when aborted, throwing its reason. */
  signal?: AbortSignal;
  /** Instead of those `findVideoTools` finds. */
  tools?: VideoTools;
}

export interface RunOptions {
  /** Assumes a machine that does nothing else. */
  timeoutMs: number;
  /** Ends the program when aborted. */
  signal?: AbortSignal | undefined;
  /** Limit of standard output; more ends the program. */
  maxOutputBytes: number;
  /** The only one of our files that it sees. */
  input?: string;
  /** Its standard input, sent as fast as it reads. An error of this stream ends it. */
  stdin?: Readable;
  /** The only file it writes, created by the caller, and its maximum size. */
  output?: { file: string; maxBytes: number };
}

const execute = promisify(execFile);
const niceness = 10;
/**
 * How much longer a program may take when a busy machine leaves it little time: since it yields to everything else, its
 * video would otherwise be refused permanently. The limit on processor time stays the same.
 */
const busyMs = 600_000;
/** Per frame: above 8K, below what fills the memory. */
const maxFramePixels = 50_000_000;
/** Enough for 8K, whose decoder keeps more than 20 frames at hand, and the stacks of many threads. */
const maxDataBytes = 2_500_000_000;

/**
 * Older versions have vulnerabilities that videos can exploit; every distribution that still patches its own has this
 * or newer.
 */
const oldestVersion = { major: 4, minor: 4 };

export interface VideoProgram {
  file: string;
  /** As reported; a build from between releases has no number. */
  version: string;
  isTooOld: boolean;
}

/** A program's report about itself; null if it doesn't run: a binary for another machine, for example. */
async function describeProgram(name: "ffmpeg" | "ffprobe"): Promise<VideoProgram | null> {
  const file = await findProgram(name);
  if (!file) return null;
  try {
    const { stdout } = await execute(file, ["-version"], { timeout: 10_000 });
    const version = /^\S+ version (\S+)/.exec(stdout)?.[1] ?? "unknown";
    const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? [];
    const isTooOld =
      major !== undefined &&
      (Number(major) < oldestVersion.major ||
        (Number(major) === oldestVersion.major && Number(minor) < oldestVersion.minor));
    return { file, version, isTooOld };
  } catch {
    return null;
  }
}

/** This machine's ffmpeg and ffprobe, whatever their age; null if one of them is missing. */
export async function describeVideoPrograms(): Promise<{
  ffmpeg: VideoProgram;
  ffprobe: VideoProgram;
} | null> {
  const [ffmpeg, ffprobe] = await Promise.all([describeProgram("ffmpeg"), describeProgram("ffprobe")]);
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe } : null;
}

async function lookForTools(): Promise<VideoTools | null> {
  const programs = await describeVideoPrograms();
  if (!programs || programs.ffmpeg.isTooOld || programs.ffprobe.isTooOld) return null;
  const { stdout } = await execute(programs.ffmpeg.file, ["-hide_banner", "-filters"]);
  const hasToneMapping = / zscale /.test(stdout) && / tonemap /.test(stdout);
  return { ffmpeg: programs.ffmpeg.file, ffprobe: programs.ffprobe.file, hasToneMapping };
}

let found: Promise<VideoTools | null> | undefined;

/** This machine's ffmpeg and ffprobe if they are new enough, otherwise null; searched for once per process. */
export function findVideoTools(): Promise<VideoTools | null> {
  found ??= lookForTools();
  return found;
}

/** Whether clips may be decoded here: the operator can refuse that if nothing confines the decoder. */
export async function canDecodeClips(): Promise<boolean> {
  return env.DECODE_UNCONFINED === "allow" || (await describeConfinement()).isWhole;
}

/** @throws VideoUnavailableError */
export async function requireVideoTools(options: VideoOptions = {}): Promise<VideoTools> {
  const tools = options.tools ?? (await findVideoTools());
  if (!tools) throw new VideoUnavailableError();
  return tools;
}

/** By extension: ffmpeg's names for reading and for writing a video of this kind. */
export const containers: Record<string, { reads: string; writes: string }> = {
  [fileTypes.mp4.extension]: { reads: "mov", writes: "mp4" },
  [fileTypes.mov.extension]: { reads: "mov", writes: "mov" },
  [fileTypes.avi.extension]: { reads: "avi", writes: "avi" },
  [fileTypes.mkv.extension]: { reads: "matroska", writes: "matroska" },
  [fileTypes.webm.extension]: { reads: "matroska", writes: "webm" },
  [fileTypes.mpeg.extension]: { reads: "mpeg", writes: "vob" },
  [fileTypes.mpegts.extension]: { reads: "mpegts", writes: "mpegts" },
};

/**
 * The arguments that open a video. By default ffmpeg guesses the format from the content, and a playlist named .mp4
 * makes it read other files: so the demuxer is the one our own sniffing found, other demuxers and every protocol but
 * files are off, and the path can't be taken for an address.
 * @throws VideoError when the file is not a video of a kind we accept
 */
export async function inputArguments(file: string): Promise<string[]> {
  const handle = await open(file);
  const head = Buffer.alloc(sniffBytes);
  const { bytesRead } = await handle.read(head, 0, sniffBytes, 0).finally(() => handle.close());
  const type = sniffFileType(head.subarray(0, bytesRead));
  const demuxer = type && containers[type.extension]?.reads;
  if (!demuxer) throw new VideoError("The file is not a video");
  return [
    ["-protocol_whitelist", "file"],
    ["-format_whitelist", demuxer],
    ["-max_pixels", String(maxFramePixels)],
    ["-f", demuxer],
    ["-i", `file:${file}`],
  ].flat();
}

/** Processor time, on all cores: this limit applies even when this process is gone. */
const cpuSecondsOf = (timeoutMs: number) => Math.ceil((timeoutMs / 1000) * os.availableParallelism());

/** Arguments of every ffmpeg call. */
export const ffmpegArguments = ["-v", "error", "-hide_banner", "-nostdin", "-y"];

/**
 * Runs ffmpeg or ffprobe and collects its output. It sees none of our settings, is subject to limits, and yields to the
 * server. If this machine can confine it, it has no network and sees none of our files but its input and output.
 * @throws VideoError when it fails, takes too long or writes too much; StorageError "full" when the disk of its output is;
 *   the signal's reason when aborted
 */
export async function runVideoTool(file: string, args: string[], options: RunOptions): Promise<Buffer> {
  if (!(await canDecodeClips())) throw new VideoError("Videos can't be decoded in confinement here");
  const { timeoutMs, input, output: made } = options;
  const limits = {
    dataBytes: maxDataBytes,
    fileBytes: made?.maxBytes ?? 0,
    cpuSeconds: cpuSecondsOf(timeoutMs),
  };
  const sight = { hidden: ownFolders(), input, output: made?.file };
  const command = await confined({ file, args }, limits, sight);
  const timeout = AbortSignal.timeout(timeoutMs + busyMs);
  const begun = performance.now();
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(options.signal.reason);
    const child = spawn(command.file, command.args, {
      stdio: [options.stdin ? "pipe" : "ignore", "pipe", "pipe"],
      env: { NODE_ENV: "production", LC_ALL: "C" },
    });
    const output: Buffer[] = [];
    let outputBytes = 0;
    let complaint = "";
    const kill = () => child.kill("SIGKILL");
    signal.addEventListener("abort", kill, { once: true });
    if (child.pid !== undefined) lowerPriority(child.pid);
    let inputError: unknown;
    if (options.stdin && child.stdin) {
      pipeline(options.stdin, child.stdin).catch((error: NodeJS.ErrnoException) => {
        // It doesn't read all of an input that it refuses: how it exits says why.
        if (error.code === "EPIPE" || error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
        inputError = error;
        kill();
      });
    }
    child.stdout?.on("data", (block: Buffer) => {
      outputBytes += block.length;
      if (outputBytes > options.maxOutputBytes) kill();
      else output.push(block);
    });
    child.stderr?.on("data", (block: Buffer) => {
      if (complaint.length < 2_000) complaint += block.toString();
    });
    child.on("error", (cause) => {
      signal.removeEventListener("abort", kill);
      reject(new VideoError("ffmpeg doesn't start", { cause }));
    });
    child.on("close", (code) => {
      signal.removeEventListener("abort", kill);
      if (code === 0 && !inputError) return resolve(Buffer.concat(output));
      if (options.signal?.aborted) return reject(options.signal.reason);
      if (inputError) return reject(inputError);
      if (outputBytes > options.maxOutputBytes)
        return reject(new VideoError("ffmpeg produced too much output"));
      // The system kills it for exceeding its processor time.
      const isSpent = code === null && performance.now() - begun >= timeoutMs;
      if (timeout.aborted || isSpent) return reject(new VideoError("The video took too long"));
      if (made && /No space left on device|Disk quota exceeded/.test(complaint))
        return reject(new StorageError("full", "There is no space left for the video that is being made"));
      reject(new VideoError("The video can't be read", { cause: complaint.slice(0, 2_000) }));
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
