import { stat, writeFile } from "node:fs/promises";
import {
  ffmpegArguments,
  inputArguments,
  requireVideoTools,
  runVideoTool,
  VideoError,
  type VideoOptions,
} from "@/lib/platform/video/ffmpeg";
import { videoFilters } from "@/lib/platform/video/filters";
import { probeVideo, type VideoFacts } from "@/lib/platform/video/probe";
import { gibibyte, hourMs, mebibyte } from "@/lib/shared/units";

/** Larger ones are encoded, even if browsers could play them: a copy would take their space again. */
const maxCopiedBytes = gibibyte;
/** ffmpeg ends a file that reaches its limit as if it were complete, so one near it counts as truncated. */
const cutMarginBytes = 4 * mebibyte;
const maxIndexBytes = 64 * mebibyte;
const maxMessageBytes = 64 * 1024;

/** The short side at most 720; even numbers, as H.264 requires. */
const size =
  "scale=w='if(gte(iw,ih),-2,trunc(min(720,iw)/2)*2)':h='if(gte(iw,ih),trunc(min(720,ih)/2)*2,-2)'";

/** Supplemental enhancement information: text that a camera writes into the H.264 stream itself. */
const h264MessageUnit = 6;
const copyCodecs = ["-c", "copy"];

/** Of video that is worth the time its length claims. */
const leastBytesPerMs = 500;

/**
 * How long a video may take, and how large it may get: more for a long one, unless only its header says that it is long.
 * The queue gives a job to another worker after four hours.
 */
export function playableLimits(sourceBytes: number, durationMs: number) {
  const extraMs = Math.min(3 * durationMs, Math.round(sourceBytes / leastBytesPerMs));
  return {
    timeoutMs: Math.min(hourMs / 2 + extraMs, 3.5 * hourMs),
    maxBytes: Math.max(gibibyte, sourceBytes),
  };
}

function encodeCodecs(facts: VideoFacts, hasToneMapping: boolean): string[] {
  return [
    ["-vf", videoFilters(facts, { size, pixelFormat: "yuv420p", hasToneMapping })],
    ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-profile:v", "high"],
    facts.audioStream === null ? [] : ["-c:a", "aac", "-b:a", "128k", "-ac", "2"],
  ].flat();
}

function outputArguments(facts: VideoFacts, codecs: string[], outPath: string, maxBytes: number): string[] {
  return [
    ["-map", `0:${facts.videoStream}`],
    facts.audioStream === null ? [] : ["-map", `0:${facts.audioStream}`],
    // Locations and owners' names are in the file, its streams and its chapters, and in messages between its frames.
    ["-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1", "-dn", "-sn"],
    codecs,
    ["-bsf:v", `filter_units=remove_types=${h264MessageUnit}`],
    ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"],
    ["-movflags", "+faststart", "-fs", String(maxBytes), "-f", "mp4", `file:${outPath}`],
  ].flat();
}

/**
 * Makes a video that every browser plays: H.264 and AAC in MP4, short side at most 720 pixels, its index first, no
 * metadata. Where only the container is wrong, the streams are copied as they are, up to 1 GiB.
 * @param outPath written or overwritten; may contain remains after an error
 * @throws VideoError, VideoUnavailableError
 */
export async function makePlayable(path: string, outPath: string, options: VideoOptions = {}): Promise<void> {
  const { ffmpeg, hasToneMapping } = await requireVideoTools(options);
  const facts = await probeVideo(path, options);
  const input = await inputArguments(path);
  // It sees no folder in which it could create the file.
  await writeFile(outPath, "");
  const { size: sourceBytes } = await stat(path);
  const { timeoutMs, maxBytes } = playableLimits(sourceBytes, facts.durationMs);
  const make = async (codecs: string[]) => {
    const output = outputArguments(facts, codecs, outPath, maxBytes);
    await runVideoTool(ffmpeg, [...ffmpegArguments, ...input, ...output], {
      timeoutMs,
      maxOutputBytes: maxMessageBytes,
      input: path,
      // ffmpeg ends normally at its own limit; the index comes on top of it.
      output: { file: outPath, maxBytes: maxBytes + maxIndexBytes },
      signal: options.signal,
    });
    const { size: bytes } = await stat(outPath);
    if (bytes > maxBytes - cutMarginBytes) throw new VideoError("The playable video got too large");
  };
  const attempts = [
    ...(facts.hasWebCodecs && sourceBytes <= maxCopiedBytes ? [copyCodecs] : []),
    encodeCodecs(facts, hasToneMapping),
    // Odd colour spaces that can't be mapped are shown unmapped.
    ...(facts.hdrTransfer && hasToneMapping ? [encodeCodecs(facts, false)] : []),
  ];
  let failure: unknown;
  for (const codecs of attempts) {
    try {
      return await make(codecs);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}
