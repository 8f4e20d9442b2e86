import { h264 } from "@/tests/support/clips";

const steady = ["-r", "25"];
const placed = ["-metadata", "LOCATION=+51.5074-000.1278/"];

/** Films that camcorders, video recorders and Linux write: MIME type, and how ffmpeg makes one. */
export const filmTypes = {
  mkv: ["video/matroska", ["-c:v", "libx265", "-preset", "ultrafast", "-c:a", "libmp3lame", ...placed]],
  webm: [
    "video/webm",
    ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus", ...placed],
  ],
  mpg: ["video/mpeg", [...steady, "-c:v", "mpeg2video", "-c:a", "mp2", "-f", "vob"]],
  /** Interlaced, as on an AVCHD camcorder. */
  mts: [
    "video/mp2t",
    [
      ...steady,
      ...h264,
      "-vf",
      "setfield=tff",
      "-flags",
      "+ildct+ilme",
      "-x264-params",
      "tff=1",
      "-f",
      "mpegts",
    ],
  ],
  m2ts: ["video/mp2t", [...steady, ...h264, "-f", "mpegts", "-mpegts_m2ts_mode", "1"]],
} as const satisfies Record<string, readonly [string, readonly string[]]>;

interface FilmCodec {
  /** ffmpeg's encoders that make one; where one is missing, the test is skipped. */
  encoders: readonly string[];
  /** As ffprobe names them. */
  videoCodec: string;
  audioCodec: string | null;
  /** As shown, with square pixels; 320x180 by default. */
  size?: string;
  encode: readonly string[];
}

const hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"];
const pcm = ["-c:a", "pcm_s16le"];

/** The codecs that phones, cameras and editing programs put into those files, by file name. */
export const filmCodecs: Record<string, FilmCodec> = {
  "iphone-hevc.mov": {
    encoders: ["libx265"],
    ...{ videoCodec: "hevc", audioCodec: "aac" },
    encode: [...hevc, "-tag:v", "hvc1", "-c:a", "aac"],
  },
  "android-hevc.mp4": {
    encoders: ["libx265"],
    ...{ videoCodec: "hevc", audioCodec: "aac" },
    encode: [...hevc, "-pix_fmt", "yuv420p10le", "-c:a", "aac"],
  },
  "editor-prores.mov": {
    encoders: ["prores_ks"],
    ...{ videoCodec: "prores", audioCodec: "pcm_s16le" },
    encode: ["-c:v", "prores_ks", "-profile:v", "3", "-pix_fmt", "yuv422p10le", ...pcm],
  },
  "editor-prores-4444.mov": {
    encoders: ["prores_ks"],
    ...{ videoCodec: "prores", audioCodec: "pcm_s16le" },
    encode: ["-c:v", "prores_ks", "-profile:v", "4", "-pix_fmt", "yuva444p10le", ...pcm],
  },
  "sony-pcm.mov": {
    encoders: ["libx264"],
    ...{ videoCodec: "h264", audioCodec: "pcm_s16be" },
    encode: [...h264, "-c:a", "pcm_s16be"],
  },
  "old-camera.mov": {
    encoders: ["mjpeg"],
    ...{ videoCodec: "mjpeg", audioCodec: "pcm_u8" },
    encode: ["-c:v", "mjpeg", "-pix_fmt", "yuvj422p", "-c:a", "pcm_u8", "-ar", "8000"],
  },
  "web-vp8.webm": {
    encoders: ["libvpx", "libvorbis"],
    ...{ videoCodec: "vp8", audioCodec: "vorbis" },
    encode: ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"],
  },
  "web-vp9.mkv": {
    encoders: ["libvpx-vp9", "libopus"],
    ...{ videoCodec: "vp9", audioCodec: "opus" },
    encode: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"],
  },
  "web-av1.webm": {
    encoders: ["libaom-av1", "libopus"],
    ...{ videoCodec: "av1", audioCodec: "opus" },
    encode: ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-c:a", "libopus"],
  },
  "web-av1.mkv": {
    encoders: ["libaom-av1"],
    ...{ videoCodec: "av1", audioCodec: "aac" },
    encode: ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-c:a", "aac"],
  },
  "web-av1.mp4": {
    encoders: ["libaom-av1"],
    ...{ videoCodec: "av1", audioCodec: "aac" },
    encode: ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-c:a", "aac"],
  },
  "old-phone.3gp": {
    encoders: ["h263"],
    ...{ videoCodec: "h263", audioCodec: "aac", size: "256x144" },
    encode: ["-c:v", "h263", "-s", "176x144", "-c:a", "aac", "-f", "3gp"],
  },
  "old-phone.3g2": {
    encoders: ["mpeg4"],
    ...{ videoCodec: "mpeg4", audioCodec: "aac", size: "256x144" },
    encode: ["-c:v", "mpeg4", "-s", "176x144", "-c:a", "aac", "-f", "3g2"],
  },
  "video-cd.mpg": {
    encoders: ["mpeg1video", "mp2"],
    ...{ videoCodec: "mpeg1video", audioCodec: "mp2" },
    encode: [...steady, "-c:v", "mpeg1video", "-c:a", "mp2", "-f", "mpeg"],
  },
  "dvd.vob": {
    encoders: ["mpeg2video", "ac3"],
    ...{ videoCodec: "mpeg2video", audioCodec: "ac3" },
    encode: [...steady, "-c:v", "mpeg2video", "-c:a", "ac3", "-f", "vob"],
  },
  "avchd-ac3.mts": {
    encoders: ["libx264", "ac3"],
    ...{ videoCodec: "h264", audioCodec: "ac3" },
    encode: [...steady, ...h264, "-c:a", "ac3", "-f", "mpegts"],
  },
  "old-camera.avi": {
    encoders: ["mjpeg"],
    ...{ videoCodec: "mjpeg", audioCodec: "pcm_s16le" },
    encode: ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", ...pcm],
  },
  "minidv.avi": {
    encoders: ["dvvideo"],
    ...{ videoCodec: "dvvideo", audioCodec: "pcm_s16le", size: "768x576" },
    encode: [
      ...steady,
      "-s",
      "720x576",
      "-aspect",
      "4:3",
      "-pix_fmt",
      "yuv420p",
      "-c:v",
      "dvvideo",
      "-ar",
      "48000",
      "-ac",
      "2",
      ...pcm,
    ],
  },
};
