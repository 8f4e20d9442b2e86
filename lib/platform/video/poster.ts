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
const size = "scale=w='min(1280,iw)':h='min(1280,ih)':force_original_aspect_ratio=decrease";

/**
 * A still that stands for a film: the most typical of ten frames after the first second, which is often
 * black or shaken; the first of a shorter one.
 * @param options.facts of `probeVideo`, where they are known already
 * @returns JPEG within 1280 x 1280, upright
 * @throws VideoError, VideoUnavailableError
 */
export async function makePoster(
  path: string,
  options: VideoOptions & { facts?: VideoFacts } = {},
): Promise<Buffer> {
  const { ffmpeg, hasToneMapping } = await requireVideoTools(options);
  const facts = options.facts ?? (await probeVideo(path, options));
  const input = await inputArguments(path);
  const filters = (isMapped: boolean) =>
    videoFilters(facts, { size, pixelFormat: "yuvj420p", hasToneMapping: isMapped });
  const output = ["-frames:v", "1", "-c:v", "mjpeg", "-q:v", "3", "-f", "image2pipe", "pipe:1"];
  const startSeconds = Math.min(1, facts.durationMs / 3000).toFixed(3);
  const tries = [
    { seek: ["-ss", startSeconds], chain: `thumbnail=10,${filters(hasToneMapping)}` },
    // Where the length was a lie, frames after the start are damaged, or the colours can't be mapped.
    { seek: [], chain: filters(false) },
  ];
  let failure: unknown;
  for (const { seek, chain } of tries) {
    const mapping = ["-map", `0:${facts.videoStream}`, "-vf", chain, "-map_metadata", "-1"];
    const args = [...ffmpegArguments, ...seek, ...input, ...mapping, ...output];
    try {
      const poster = await runVideoTool(ffmpeg, args, {
        timeoutMs: posterTimeoutMs,
        maxOutputBytes: maxPosterBytes,
        signal: options.signal,
      });
      if (poster.length > 0) return poster;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      failure = error;
    }
  }
  throw failure ?? new VideoError("The film has no frame");
}
