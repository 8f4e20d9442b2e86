import { existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { runQuietly } from "../../ops/lib/run-quietly.mjs";
import { requireTool } from "./tools.mjs";

/** Ten seconds each: 13 to 60 MB. */
const megabitsPerSecond = [10, 24, 40, 48];

/**
 * Clips of 1080p H.264 with sound, as phones and cameras make them. Generated once.
 * @param {{ folder: string, root: string, isQuick: boolean, log: (text: string) => void }} bench
 * @returns {Promise<string[]>} files
 * @throws MissingToolError without ffmpeg
 */
export async function prepareClips(bench) {
  const ffmpeg = requireTool("ffmpeg");
  const folder = path.join(bench.folder, "clips");
  mkdirSync(folder, { recursive: true });
  const rates = bench.isQuick ? megabitsPerSecond.slice(0, 1) : megabitsPerSecond;
  const files = [];
  for (const [index, rate] of rates.entries()) {
    const file = path.join(folder, `clip-${rate}.mp4`);
    files.push(file);
    if (existsSync(file)) continue;
    bench.log(`Making a clip of ${rate} Mbit/s ...`);
    const args = [
      ["-y", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=10"],
      ["-f", "lavfi", "-i", `sine=f=${300 + index * 50}:d=10`],
      ["-vf", `hue=H=0.3*t+${index},noise=alls=${12 + 4 * index}:allf=t:all_seed=${1 + index}`],
      ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "60"],
      ["-b:v", `${rate}M`, "-minrate", `${rate}M`, "-maxrate", `${rate}M`, "-bufsize", `${rate}M`],
      ["-x264-params", "nal-hrd=cbr", "-c:a", "aac", "-b:a", "128k"],
      ["-movflags", "+faststart", "-f", "mp4", `${file}.part`],
    ].flat();
    await runQuietly("Making a clip", ffmpeg, args, { cwd: bench.root });
    renameSync(`${file}.part`, file);
  }
  return files;
}
