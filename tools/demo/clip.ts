import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { findVideoTools } from "@/lib/platform/video/ffmpeg";

const framesPerSecond = 25;
const seconds = 6;

/**
 * A short video that slowly zooms into a picture, over a soft tone.
 * @returns an MP4; null where there is no ffmpeg
 */
export async function filmPicture(picture: Buffer): Promise<Buffer | null> {
  const tools = await findVideoTools();
  if (!tools) return null;
  const folder = await mkdtemp(path.join(tmpdir(), "keepsake-demo-"));
  try {
    await writeFile(path.join(folder, "picture.jpg"), picture);
    const frames = framesPerSecond * seconds;
    const zoom = `zoompan=z='1+0.25*on/${frames}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${frames}:s=1280x720:fps=${framesPerSecond}`;
    const crop = "scale=1920:1080:force_original_aspect_ratio=increase,crop=1920:1080";
    const input = [
      "-i",
      "picture.jpg",
      "-f",
      "lavfi",
      "-i",
      "sine=frequency=220:sample_rate=44100,volume=0.05",
    ];
    const video = [
      "-vf",
      `${crop},${zoom},format=yuv420p`,
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-crf",
      "26",
    ];
    const output = ["-c:a", "aac", "-t", String(seconds), "-movflags", "+faststart", "clip.mp4"];
    await promisify(execFile)(tools.ffmpeg, ["-v", "error", ...input, ...video, ...output], { cwd: folder });
    return await readFile(path.join(folder, "clip.mp4"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
