// Prints when a clip was taken: CLIP FFMPEG FFPROBE. A separate process, because a time zone applies to a whole one.
import { probeVideo } from "@/lib/platform/video/probe";

const [clip = "", ffmpeg = "", ffprobe = ""] = process.argv.slice(2);
const { takenAt } = await probeVideo(clip, { tools: { ffmpeg, ffprobe, hasToneMapping: false } });
process.stdout.write(takenAt?.toISOString() ?? "");
