import { execFileSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";

/** A unique photo-like JPEG. */
export async function photo(width = 1600, height = 1200): Promise<Buffer> {
  const [sky, sea, sand] = Array.from(
    { length: 3 },
    () => `hsl(${randomInt(360)} 60% ${40 + randomInt(40)}%)`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${sky}"/><rect y="45%" width="100%" height="55%" fill="${sea}"/>
    <circle cx="${randomInt(width)}" cy="${randomInt(height)}" r="${height / 6}" fill="#fff3c9"/>
    <path d="M0 ${height} L${width * 0.4} ${height * 0.62} L${width} ${height}Z" fill="${sand}"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
}

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export async function photos(count: number): Promise<ChosenFile[]> {
  const files: ChosenFile[] = [];
  for (let at = 1; at <= count; at++) {
    // One in three is portrait, as on phones.
    const buffer = at % 3 === 0 ? await photo(1200, 1600) : await photo();
    files.push({ name: `IMG_${at}.jpg`, mimeType: "image/jpeg", buffer });
  }
  return files;
}

/** A unique H.264 clip of two seconds and about `megabytes`, written to `folder`. */
export function clip(folder: string, megabytes: number): string {
  const file = path.join(folder, `clip-${megabytes}-${randomInt(1e9)}.mp4`);
  mkdirSync(folder, { recursive: true });
  const input = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=2"];
  const codec = ["-c:v", "libx264", "-preset", "ultrafast", "-b:v", "1M", "-pix_fmt", "yuv420p"];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...input, ...codec, file]);
  // The rest is a box that players skip, because encoding that much would take seconds.
  const head = Buffer.alloc(8);
  const bytes = Math.max(megabytes * 1_048_576 - bytesOf(file), 1_000);
  head.writeUInt32BE(bytes);
  head.write("free", 4);
  appendFileSync(file, Buffer.concat([head, randomBytes(bytes - head.length)]));
  return file;
}

export const bytesOf = (file: string) => readFileSync(file).length;
