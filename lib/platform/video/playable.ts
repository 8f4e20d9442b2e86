import { stat, writeFile } from "node:fs/promises";
import {
  ffmpegArguments,
  inputArguments,
  requireVideoTools,
  runVideoTool,
  VideoError,
  type VideoOptions,
} from "@/lib/platform/video/ffmpeg";
import { videoFilters, withoutMessages } from "@/lib/platform/video/filters";
import { probeVideo, type VideoFacts } from "@/lib/platform/video/probe";
import { gibibyte, hourMs, mebibyte } from "@/lib/shared/units";

/** Larger ones are encoded, even if browsers could play them: a copy would take up as much space again. */
const maxCopiedBytes = gibibyte;
/** ffmpeg ends a file that reaches its limit as if it were complete, so one near it counts as truncated. */
const cutMarginBytes = 4 * mebibyte;
const maxIndexBytes = 64 * mebibyte;
const maxMessageBytes = 64 * 1024;

/** Every video gets `full`; a slow connection plays `small` for a long one. */
type RenditionSize = "full" | "small";

export const shortSides = { full: 720, small: 360 } as const;
/** A player that seeks has to fetch and decode from the previous keyframe. */
const keyframeSeconds = 2;

/** From this length on, a video gets a small rendition too: a shorter one is complete before it would help. */
export const longClipMs = 120_000;

/** Whether a video gets a small rendition too. One that is small itself doesn't. */
export const getsSmallRendition = ({
  durationMs,
  width,
  height,
}: Pick<VideoFacts, "durationMs" | "width" | "height">): boolean =>
  durationMs >= longClipMs && Math.min(width, height) > shortSides.small;

/** Limits the short side to the rendition's; even numbers, as H.264 requires. */
function scaleTo(rendition: RenditionSize): string {
  const side = shortSides[rendition];
  return `scale=w='if(gte(iw,ih),-2,trunc(min(${side},iw)/2)*2)':h='if(gte(iw,ih),trunc(min(${side},ih)/2)*2,-2)'`;
}

const copyCodecs = ["-c", "copy"];

/** The lowest bitrate at which a video is worth the time its length claims. */
const leastBytesPerMs = 500;

/**
 * How long making it may take, and how large it may get: more for a long video, unless only its header says that it is
 * long. The queue gives a job to another worker after four hours.
 */
export function playableLimits(sourceBytes: number, durationMs: number, rendition: RenditionSize = "full") {
  const extraMs = Math.min(3 * durationMs, Math.round(sourceBytes / leastBytesPerMs));
  return {
    timeoutMs: Math.min(hourMs / 2 + extraMs, 3.5 * hourMs),
    maxBytes: Math.max(rendition === "full" ? gibibyte : gibibyte / 4, sourceBytes),
  };
}

/**
 * Whether a video's streams are copied, which takes seconds, instead of encoded. For a long one, only if they are no
 * larger than its rendition: that is the sharper of two, which people choose for what it is.
 */
export const areStreamsCopied = (
  facts: Pick<VideoFacts, "hasWebCodecs" | "durationMs" | "width" | "height">,
  sourceBytes: number,
): boolean =>
  facts.hasWebCodecs &&
  sourceBytes <= maxCopiedBytes &&
  (!getsSmallRendition(facts) || Math.min(facts.width, facts.height) <= shortSides.full);

/** The small one never takes more than a 3G connection carries. */
const pictureCodec = {
  full: ["-crf", "23"],
  small: ["-crf", "27", "-maxrate", "500k", "-bufsize", "1000k"],
} as const;
const soundRate = { full: "128k", small: "64k" } as const;

function encodeCodecs(facts: VideoFacts, rendition: RenditionSize, hasToneMapping: boolean): string[] {
  const size = scaleTo(rendition);
  return [
    ["-vf", videoFilters(facts, { size, pixelFormat: "yuv420p", hasToneMapping })],
    ["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", ...pictureCodec[rendition]],
    ["-force_key_frames", `expr:gte(t,n_forced*${keyframeSeconds})`],
    facts.audioStream === null ? [] : ["-c:a", "aac", "-b:a", soundRate[rendition], "-ac", "2"],
  ].flat();
}

function outputArguments(facts: VideoFacts, codecs: string[], outPath: string, maxBytes: number): string[] {
  return [
    ["-map", `0:${facts.videoStream}`],
    facts.audioStream === null ? [] : ["-map", `0:${facts.audioStream}`],
    // Locations and owners' names are in the file, its streams and its chapters, and in messages between its frames.
    ["-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1", "-dn", "-sn"],
    codecs,
    ["-bsf:v", withoutMessages],
    ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"],
    ["-movflags", "+faststart", "-fs", String(maxBytes), "-f", "mp4", `file:${outPath}`],
  ].flat();
}

interface PlayableOptions extends VideoOptions {
  /** `full` by default. */
  rendition?: RenditionSize;
}

/**
 * Makes a video that every browser plays: H.264 and AAC in MP4, its index first, no metadata, short side at most 720
 * pixels, or 360 and about 500 kbit/s for a small one. If only the container is wrong, the streams of a full one are
 * copied as they are, up to 1 GiB.
 * @param outPath written or overwritten; may contain remains after an error
 * @throws VideoError, VideoUnavailableError, StorageError "full"; the signal's reason when aborted
 */
export async function makePlayable(
  path: string,
  outPath: string,
  options: PlayableOptions = {},
): Promise<void> {
  const { rendition = "full" } = options;
  const { ffmpeg, hasToneMapping } = await requireVideoTools(options);
  const facts = await probeVideo(path, options);
  const input = await inputArguments(path);
  // It sees no folder in which it could create the file.
  await writeFile(outPath, "");
  const { size: sourceBytes } = await stat(path);
  const { timeoutMs, maxBytes } = playableLimits(sourceBytes, facts.durationMs, rendition);
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
    ...(rendition === "full" && areStreamsCopied(facts, sourceBytes) ? [copyCodecs] : []),
    encodeCodecs(facts, rendition, hasToneMapping),
    // Odd colour spaces that can't be mapped are shown unmapped.
    ...(facts.hdrTransfer && hasToneMapping ? [encodeCodecs(facts, rendition, false)] : []),
  ];
  let failure: unknown;
  for (const codecs of attempts) {
    try {
      return await make(codecs);
    } catch (error) {
      if (!(error instanceof VideoError)) throw error;
      failure = error;
    }
  }
  throw failure;
}
