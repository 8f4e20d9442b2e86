import { stat, writeFile } from "node:fs/promises";
import {
  ffmpegArguments,
  inputArguments,
  requireVideoTools,
  runVideoTool,
  VideoError,
  type VideoOptions,
} from "@/lib/platform/video/ffmpeg";
import { readStreams } from "@/lib/platform/video/probe";
import { mebibyte } from "@/lib/shared/units";
import { maxVoiceNoteMs, waveformBars } from "@/lib/shared/voice-note-limits";

/** Why a recording isn't a voice note. */
export type VoiceNoteProblem = "unreadable" | "has_picture" | "too_long" | "too_short";

export class VoiceNoteError extends Error {
  constructor(
    readonly problem: VoiceNoteProblem,
    options?: { cause?: unknown },
  ) {
    super(`The recording can't be a voice note: ${problem}`, options);
    this.name = "VoiceNoteError";
  }
}

export interface VoiceNote {
  durationMs: number;
  /** `waveformBars` numbers from 0 to 100. */
  waveform: number[];
}

const timeoutMs = 30_000;
/** Browsers stop a little after they are asked to. */
const toleranceMs = 2_000;
/** A tap by mistake. */
const minMs = 300;
const maxBytes = 2 * mebibyte;

/** Enough to show speech and pauses. */
const samplesPerSecond = 8_000;
const bytesPerSample = 2;
const maxSamples = ((maxVoiceNoteMs + 2 * toleranceMs) / 1000) * samplesPerSecond;
/** One second beyond what is allowed is enough to know. */
const cutSeconds = String((maxVoiceNoteMs + toleranceMs) / 1000 + 1);

/** The peak of each part; a quiet recording is amplified so that it can be seen. */
function waveformOf(samples: Int16Array): number[] {
  const peaks = Array.from({ length: waveformBars }, (_, bar) => {
    const part = samples.subarray(
      Math.floor((bar * samples.length) / waveformBars),
      Math.floor(((bar + 1) * samples.length) / waveformBars),
    );
    return part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  });
  const loudest = Math.max(...peaks, 2_000);
  return peaks.map((peak) => Math.round((peak / loudest) * 100));
}

const toSamples = (bytes: Buffer): Int16Array =>
  Int16Array.from({ length: Math.floor(bytes.length / bytesPerSample) }, (_, at) =>
    bytes.readInt16LE(at * bytesPerSample),
  );

/** Speech that every browser plays, a bit under half a megabyte a minute. */
const encoded = ["-c:a", "aac", "-b:a", "64k", "-ac", "1", "-ar", "44100"];
/** What some browsers record, and what this function made earlier (from an export), stays as it is. */
const copied = ["-c:a", "copy"];

/**
 * Makes a voice note of what a browser recorded: AAC in MP4 without metadata, and its waveform. Its length is that of
 * its sound, whatever its header says: browsers' recordings often don't give one.
 * @param outPath written or overwritten; may contain remains after an error
 * @throws VoiceNoteError, VideoUnavailableError
 */
export async function makeVoiceNote(
  path: string,
  outPath: string,
  options: VideoOptions = {},
): Promise<VoiceNote> {
  const { ffmpeg } = await requireVideoTools(options);
  try {
    const streams = await readStreams(path, options);
    if (streams.some(({ type }) => type === "video")) throw new VoiceNoteError("has_picture");
    const sound = streams.find(({ type }) => type === "audio");
    if (!sound) throw new VoiceNoteError("unreadable");
    const stream = ["-map", `0:${sound.index}`, "-map_metadata", "-1", "-t", cutSeconds];
    // It sees no folder in which it could create the file.
    await writeFile(outPath, "");
    const pcm = await runVideoTool(
      ffmpeg,
      [
        ...[...ffmpegArguments, ...(await inputArguments(path))],
        ...[...stream, "-ac", "1", "-ar", String(samplesPerSecond), "-f", "s16le", "pipe:1"],
        ...[...stream, "-map_metadata:s", "-1", "-map_chapters", "-1"],
        ...(sound.codec === "aac" && sound.channels === 1 ? copied : encoded),
        ...["-fflags", "+bitexact", "-flags:a", "+bitexact", "-movflags", "+faststart"],
        ...["-f", "mp4", `file:${outPath}`],
      ],
      {
        timeoutMs,
        maxOutputBytes: maxSamples * bytesPerSample,
        input: path,
        output: { file: outPath, maxBytes },
        signal: options.signal,
      },
    );
    const samples = toSamples(pcm);
    const durationMs = Math.round((samples.length / samplesPerSecond) * 1000);
    if (durationMs > maxVoiceNoteMs + toleranceMs) throw new VoiceNoteError("too_long");
    if (durationMs < minMs) throw new VoiceNoteError("too_short");
    if ((await stat(outPath)).size === 0) throw new VoiceNoteError("unreadable");
    return { durationMs, waveform: waveformOf(samples) };
  } catch (error) {
    if (error instanceof VideoError) throw new VoiceNoteError("unreadable", { cause: error });
    throw error;
  }
}
