import { open } from "node:fs/promises";
import { z } from "zod";
import { type OriginalFacts, originalFactsSchema } from "@/lib/platform/files/original-facts";
import { sniffBytes, sniffFileType } from "@/lib/platform/files/sniff";
import { parseWallClock, plausibleTakenAt } from "@/lib/platform/files/taken-at";
import {
  inputArguments,
  requireVideoTools,
  runVideoTool,
  VideoError,
  type VideoOptions,
} from "@/lib/platform/video/ffmpeg";

export interface VideoFacts {
  durationMs: number;
  /** As shown: rotated, square pixels. */
  width: number;
  height: number;
  videoCodec: string;
  audioCodec: string | null;
  /** Wall clock stored as UTC if the camera wrote one, otherwise UTC; null when unknown or implausible. */
  takenAt: Date | null;
  original: OriginalFacts;
  /** Chromium and Safari play the file as it is. */
  isWebPlayable: boolean;
  /** They would play it in another container. */
  hasWebCodecs: boolean;
  /** Two half-pictures in each frame, as camcorders record. */
  isInterlaced: boolean;
  /** The transfer function, if it needs tone mapping for ordinary screens. */
  hdrTransfer: "arib-std-b67" | "smpte2084" | null;
  /** Indices of the streams to show, as ffmpeg counts them. */
  videoStream: number;
  audioStream: number | null;
}

const tags = z.record(z.string(), z.string()).default({});
const streamSchema = z.object({
  index: z.number(),
  codec_type: z.string().default("unknown"),
  codec_name: z.string().default("unknown"),
  pix_fmt: z.string().optional(),
  channels: z.number().default(0),
  width: z.number().default(0),
  height: z.number().default(0),
  sample_aspect_ratio: z.string().optional(),
  color_transfer: z.string().optional(),
  field_order: z.string().optional(),
  duration: z.string().optional(),
  disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
  tags,
});
const reportSchema = z.object({
  streams: z.array(streamSchema).default([]),
  format: z.object({ duration: z.string().optional(), tags }),
});
type Stream = z.infer<typeof streamSchema>;
type Report = z.infer<typeof reportSchema>;

const probeTimeoutMs = 20_000;
const maxReportBytes = 4 * 1024 * 1024;

/** @throws VideoError */
function parseReport(output: Buffer): Report {
  try {
    return reportSchema.parse(JSON.parse(output.toString()));
  } catch (cause) {
    throw new VideoError("The video can't be described", { cause });
  }
}

/** Older ffprobe reports the rotation as a tag, newer ones as side data. */
function isTurned(stream: Stream): boolean {
  const rotation = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation;
  return Math.abs(rotation ?? Number(stream.tags.rotate ?? 0)) % 180 === 90;
}

function displaySize(stream: Stream): { width: number; height: number } {
  const [across = 0, down = 0] = (stream.sample_aspect_ratio ?? "").split(":").map(Number);
  const width = across > 0 && down > 0 ? Math.round((stream.width * across) / down) : stream.width;
  return isTurned(stream) ? { width: stream.height, height: width } : { width, height: stream.height };
}

/** ffmpeg writes it in UTC, with a Z; in AVI, it is the camera's clock, and has no zone. */
const parseCreationTime = (text: string) =>
  /(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? plausibleTakenAt(new Date(text)) : parseWallClock(text);

function takenAtOf({ tags: names }: Report["format"]): Date | null {
  const local = names["com.apple.quicktime.creationdate"];
  const world = names.creation_time;
  return (local ? parseWallClock(local) : null) ?? (world ? parseCreationTime(world) : null);
}

/** ISO 6709 in degrees, as phones write it: +51.3758-002.3599+012.300/ */
const isoPlace = /^([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)([+-]\d+(?:\.\d+)?)?/;

/**
 * Uses the tag names of Apple's phones, Android's and cameras; the file's own tags take precedence over its picture's.
 */
function originalFactsOf({ tags: names }: Report["format"], video: Stream): OriginalFacts {
  const tagged = { ...video.tags, ...names };
  const first = (...keys: string[]) => keys.map((key) => tagged[key]).find((value) => value !== undefined);
  const place = first("com.apple.quicktime.location.ISO6709", "location", "location-eng") ?? "";
  const [, latitude, longitude, altitudeM] = isoPlace.exec(place)?.map(Number) ?? [];
  return originalFactsSchema.parse({
    cameraMake: first("com.apple.quicktime.make", "com.android.manufacturer", "make"),
    cameraModel: first("com.apple.quicktime.model", "com.android.model", "model"),
    latitude,
    longitude,
    altitudeM,
    contentIdentifier: first("com.apple.quicktime.content.identifier"),
  });
}

function hdrTransferOf(stream: Stream): VideoFacts["hdrTransfer"] {
  const { color_transfer: transfer } = stream;
  return transfer === "arib-std-b67" || transfer === "smpte2084" ? transfer : null;
}

async function isMp4(file: string): Promise<boolean> {
  const handle = await open(file);
  const head = Buffer.alloc(sniffBytes);
  await handle.read(head, 0, sniffBytes, 0).finally(() => handle.close());
  return sniffFileType(head)?.extension === "mp4";
}

function secondsOf(report: Report, video: Stream): number {
  const seconds = Number(report.format.duration ?? video.duration ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** @throws VideoError when it can't be read; VideoUnavailableError without ffprobe */
async function readReport(path: string, options: VideoOptions): Promise<Report> {
  const { ffprobe } = await requireVideoTools(options);
  const args = [
    "-v",
    "error",
    "-show_format",
    "-show_streams",
    "-of",
    "json",
    ...(await inputArguments(path)),
  ];
  return parseReport(
    await runVideoTool(ffprobe, args, {
      timeoutMs: probeTimeoutMs,
      maxOutputBytes: maxReportBytes,
      input: path,
      signal: options.signal,
    }),
  );
}

/** The streams of a video or sound. @throws VideoError, VideoUnavailableError */
export async function readStreams(path: string, options: VideoOptions = {}) {
  const { streams } = await readReport(path, options);
  return streams.map(({ index, codec_type: type, codec_name: codec, channels }) => {
    return { index, type, codec, channels };
  });
}

/** The names of all tags of a video and of its streams. @throws VideoError, VideoUnavailableError */
export async function readTagNames(path: string, options: VideoOptions = {}): Promise<string[]> {
  const { format, streams } = await readReport(path, options);
  return [...new Set([format, ...streams].flatMap((part) => Object.keys(part.tags)))];
}

/**
 * A video's facts, from its headers.
 * @throws VideoError when it can't be read or shows nothing; VideoUnavailableError without ffprobe
 */
export async function probeVideo(path: string, options: VideoOptions = {}): Promise<VideoFacts> {
  const report = await readReport(path, options);
  const video = report.streams.find(
    (stream) => stream.codec_type === "video" && stream.disposition.attached_pic === 0 && stream.width > 0,
  );
  if (!video) throw new VideoError("The video has no picture");
  const audio = report.streams.find((stream) => stream.codec_type === "audio");
  const hdrTransfer = hdrTransferOf(video);
  const isInterlaced = /^[tb][tb]$/.test(video.field_order ?? "");
  const hasWebCodecs =
    video.codec_name === "h264" &&
    ["yuv420p", "yuvj420p"].includes(video.pix_fmt ?? "") &&
    hdrTransfer === null &&
    !isInterlaced &&
    (audio === undefined || audio.codec_name === "aac");
  return {
    durationMs: Math.round(secondsOf(report, video) * 1000),
    ...displaySize(video),
    videoCodec: video.codec_name,
    audioCodec: audio?.codec_name ?? null,
    takenAt: takenAtOf(report.format),
    original: originalFactsOf(report.format, video),
    isWebPlayable: hasWebCodecs && (await isMp4(path)),
    hasWebCodecs,
    isInterlaced,
    hdrTransfer,
    videoStream: video.index,
    audioStream: audio?.index ?? null,
  };
}
