import { stat, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  ffmpegArguments,
  requireVideoTools,
  runVideoTool,
  type VideoOptions,
} from "@/lib/platform/video/ffmpeg";
import { gibibyte, hourMs, mebibyte } from "@/lib/shared/units";

export const filmSize = { width: 1280, height: 720 } as const;
export const framesPerSecond = 24;
/** How long one picture fades into the next. */
const fadeFrames = 8;
const maxMessageBytes = 64 * 1024;

/** The mean of the last frames, which fades each still picture into the next. */
export const filmFilters = `tmix=frames=${fadeFrames},format=yuv420p`;

/** What ffmpeg does with frames that arrive as JPEGs. */
export function filmArguments(outPath: string): string[] {
  return [
    ["-protocol_whitelist", "pipe", "-f", "mjpeg", "-framerate", String(framesPerSecond), "-i", "pipe:0"],
    ["-vf", filmFilters],
    ["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-crf", "21"],
    ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"],
    ["-movflags", "+faststart", "-f", "mp4", `file:${outPath}`],
  ].flat();
}

/** Each JPEG, once for each frame it is shown. The next one is made while this one is encoded. */
export async function* repeated(pictures: AsyncIterable<Buffer>, framesEach: number): AsyncGenerator<Buffer> {
  const reader = pictures[Symbol.asyncIterator]();
  let coming = reader.next();
  try {
    for (;;) {
      const { done, value } = await coming;
      if (done) return;
      coming = reader.next();
      // It is awaited in a moment: until then, its failure must not count as unhandled.
      coming.catch(() => {});
      for (let frame = 0; frame < framesEach; frame++) yield value;
    }
  } finally {
    await coming.catch(() => {});
    await reader.return?.();
  }
}

/**
 * Makes a silent film of pictures that fade into each other: H.264 in MP4, 720p, no metadata.
 * @param pictures JPEGs of `filmSize`
 * @param outPath written or overwritten; may contain remains after an error
 * @returns its length in milliseconds
 * @throws VideoError, VideoUnavailableError; what `pictures` throws; the signal's reason when aborted
 */
export async function makeFilm(
  pictures: AsyncIterable<Buffer>,
  framesEach: number,
  outPath: string,
  options: VideoOptions = {},
): Promise<{ durationMs: number; bytes: number }> {
  const { ffmpeg } = await requireVideoTools(options);
  // It sees no folder in which it could create the file.
  await writeFile(outPath, "");
  let frames = 0;
  async function* counted() {
    for await (const frame of repeated(pictures, framesEach)) {
      frames += 1;
      yield frame;
    }
  }
  await runVideoTool(ffmpeg, [...ffmpegArguments, ...filmArguments(outPath)], {
    timeoutMs: hourMs / 2,
    maxOutputBytes: maxMessageBytes,
    stdin: Readable.from(counted(), { objectMode: false, highWaterMark: 4 * mebibyte }),
    output: { file: outPath, maxBytes: gibibyte },
    signal: options.signal,
  });
  const { size: bytes } = await stat(outPath);
  return { durationMs: Math.round((frames / framesPerSecond) * 1000), bytes };
}
