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
