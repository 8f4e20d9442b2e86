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

const posterTimeoutMs = 60_000;
const maxPosterBytes = 16 * 1024 * 1024;
/** A video shorter than this many times the usual position has its frame taken at that fraction of its length. */
const startOfShort = 3;
const usualStartSeconds = 1;
const output = ["-frames:v", "1", "-c:v", "mjpeg", "-q:v", "3", "-f", "image2pipe", "pipe:1"];
const size = "scale=w='min(1280,iw)':h='min(1280,ih)':force_original_aspect_ratio=decrease";

interface Frame {
  seekSeconds: number | null;
  /** As ffmpeg's -map takes it. */
  stream: string;
  chain: string;
}

async function takeFrame(path: string, frame: Frame, options: VideoOptions): Promise<Buffer> {
  const { ffmpeg } = await requireVideoTools(options);
  const seek = frame.seekSeconds === null ? [] : ["-ss", frame.seekSeconds.toFixed(3)];
  const mapping = ["-map", frame.stream, "-vf", frame.chain, "-map_metadata", "-1"];
  const args = [...ffmpegArguments, ...seek, ...(await inputArguments(path)), ...mapping, ...output];
  const limits = {
    timeoutMs: posterTimeoutMs,
    maxOutputBytes: maxPosterBytes,
    input: path,
    signal: options.signal,
  };
  const poster = await runVideoTool(ffmpeg, args, limits);
  if (poster.length === 0) throw new VideoError("The video has no frame");
  return poster;
}

const filtersOf = (facts: Pick<VideoFacts, "hdrTransfer" | "isInterlaced">, hasToneMapping: boolean) =>
  videoFilters(facts, { size, pixelFormat: "yuvj420p", hasToneMapping });
const mostTypical = (filters: string) => `thumbnail=10,${filters}`;

/**
 * A still that represents a video: the most typical of ten frames after the first second, which is often black or
 * shaky; the first frame of a shorter one.
 * @returns JPEG up to 1280 x 1280, upright
 * @throws VideoError, VideoUnavailableError
 */
async function makePoster(path: string, facts: VideoFacts, options: VideoOptions): Promise<Buffer> {
  const { hasToneMapping } = await requireVideoTools(options);
  const stream = `0:${facts.videoStream}`;
  const seekSeconds = Math.min(usualStartSeconds, facts.durationMs / 1000 / startOfShort);
  const tries = [
    { seekSeconds, stream, chain: mostTypical(filtersOf(facts, hasToneMapping)) },
    // If the stated length was wrong, frames after the start are damaged, or the colours can't be mapped.
    { seekSeconds: null, stream, chain: filtersOf(facts, false) },
  ];
  let failure: unknown;
  for (const frame of tries) {
    try {
      return await takeFrame(path, frame, options);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** What nearly all videos need, whatever else is known about them. */
const usualFrame: Frame = {
  seekSeconds: usualStartSeconds,
  stream: "0:V:0",
  chain: mostTypical(filtersOf({ hdrTransfer: null, isInterlaced: false }, false)),
};
const isUsual = ({ durationMs, hdrTransfer, isInterlaced }: VideoFacts) =>
  durationMs >= usualStartSeconds * 1000 * startOfShort && hdrTransfer === null && !isInterlaced;

/**
 * A video's facts, and a still that represents it. Both are requested at once, which saves the time of one: the still
 * is the one most videos need, and is retaken if this one needs another.
 * @returns poster: JPEG up to 1280 x 1280, upright
 * @throws VideoError, VideoUnavailableError; the signal's reason when aborted
 */
export async function probeWithPoster(
  path: string,
  options: VideoOptions = {},
): Promise<{ facts: VideoFacts; poster: Buffer }> {
  const needless = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, needless.signal]) : needless.signal;
  const usual = takeFrame(path, usualFrame, { ...options, signal }).catch(() => null);
  try {
    const facts = await probeVideo(path, options);
    if (!isUsual(facts)) needless.abort();
    return { facts, poster: (await usual) ?? (await makePoster(path, facts, options)) };
  } finally {
    needless.abort();
  }
}
