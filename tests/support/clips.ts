import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * Makes a short video with the machine's ffmpeg.
 * @param options.picture lavfi source; options.sound likewise, null for a silent video
 * @param options.encode codecs and container options
 */
export async function makeClip(
  file: string,
  options: { picture?: string; sound?: string | null; encode: string[] },
): Promise<string> {
  const { picture = "testsrc2=s=320x180:r=15:d=1.6", sound = "sine=d=1.6", encode } = options;
  const inputs = [picture, ...(sound === null ? [] : [sound])].flatMap((source) => [
    "-f",
    "lavfi",
    "-i",
    source,
  ]);
  await execute("ffmpeg", ["-v", "error", "-nostdin", "-y", ...inputs, ...encode, file]);
  return file;
}

/** Rewrites a video with another container or other metadata, streams unchanged. */
export async function remuxClip(from: string, to: string, options: string[] = []): Promise<string> {
  await execute("ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", from, "-c", "copy", ...options, to]);
  return to;
}

export async function hasEncoder(name: string): Promise<boolean> {
  const { stdout } = await execute("ffmpeg", ["-hide_banner", "-encoders"]);
  return stdout.includes(` ${name} `);
}

export const h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
