import { stat, writeFile } from "node:fs/promises";
import {
  containers,
  ffmpegArguments,
  inputArguments,
  requireVideoTools,
  runVideoTool,
  VideoError,
  type VideoOptions,
} from "@/lib/platform/video/ffmpeg";
import { withoutMessages } from "@/lib/platform/video/filters";
import { readStreams, readTagNames } from "@/lib/platform/video/probe";
import { mebibyte } from "@/lib/shared/units";

const copyTimeoutMs = 120_000;
/** For a busy disk that is read, written and read again for the index at the start. */
const slowestBytesPerSecond = 20 * mebibyte;
const maxMessageBytes = 64 * 1024;
const namesPlace =
  /loc|gps|xyz|geo|place|position|latitude|longitude|altitude|coordinate|city|country|address/i;
const hasMovFlags = /^(?:mp4|mov)$/;

/**
 * Copies a video without its location: images, sound and other tags, by which players sort, stay as they are. Data
 * tracks are dropped, since phones and action cameras record their route in them, and so are messages between the frames
 * of H.264, where camcorders record it.
 * @param outPath written or overwritten
 * @param extension the kind of video it is, and the copy will be
 * @throws VideoError, VideoUnavailableError
 */
export async function copyWithoutPlace(
  path: string,
  outPath: string,
  extension: string,
  options: VideoOptions = {},
): Promise<void> {
  const { ffmpeg } = await requireVideoTools(options);
  const format = containers[extension]?.writes;
  if (!format) throw new VideoError(`Videos in ${extension} can't be written`);
  const tags = await readTagNames(path, options);
  const dropped = ["location", "location-eng", ...tags].filter((name) => namesPlace.test(name));
  const empty = [...new Set(dropped)].flatMap((name) => [
    ...["-metadata", `${name}=`, "-metadata:s", `${name}=`],
  ]);
  const films = (await readStreams(path, options)).filter(({ type }) => type === "video");
  const quiet = films.flatMap(({ codec }, at) => (codec === "h264" ? [`-bsf:v:${at}`, withoutMessages] : []));
  // Apple's own names are written only on request.
  const flags = tags.some((name) => name.startsWith("com.")) ? "+faststart+use_metadata_tags" : "+faststart";
  const output = [
    ["-map", "0:v", "-map", "0:a?", "-c", "copy", ...quiet, "-dn", "-sn", ...empty],
    hasMovFlags.test(format) ? ["-movflags", flags] : [],
    ["-f", format, `file:${outPath}`],
  ].flat();
  const { size } = await stat(path);
  await writeFile(outPath, "");
  await runVideoTool(ffmpeg, [...ffmpegArguments, ...(await inputArguments(path)), ...output], {
    timeoutMs: copyTimeoutMs + Math.ceil(size / slowestBytesPerSecond) * 1000,
    maxOutputBytes: maxMessageBytes,
    input: path,
    output: { file: outPath, maxBytes: 2 * size + mebibyte },
    signal: options.signal,
  });
}
