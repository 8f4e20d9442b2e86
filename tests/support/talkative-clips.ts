import { execFile } from "node:child_process";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { h264, makeClip, remuxClip } from "@/tests/support/clips";

const execute = promisify(execFile);
const xmpUuid = Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex");

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** Where a clip from an album reveals who, what and where, beyond what ffmpeg's `-metadata` reaches. */
const placeSaid = "+51.5074-000.1278/";
const keys = ["title", "artist", "comment", "description", "genre", "copyright"];
const appleKeys = ["make", "model", "software", "location.ISO6709"].map(
  (key) => `com.apple.quicktime.${key}`,
);

/**
 * Clips whose codecs every browser plays and which contain `canary` wherever a clip can: tags of the file and its
 * streams, the location as phones write it, chapters, a text track, an XMP box, bytes that no box uses, and messages
 * between the frames of H.264 itself.
 */
export async function makeTalkativeClip(
  folder: string,
  kind: "mp4" | "mov" | "avi",
  canary: string,
): Promise<Buffer> {
  const at = (name: string) => path.join(folder, `${kind}-${name}`);
  const message = `h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+${canary}`;
  await makeClip(at("plain.mp4"), { encode: [...h264, "-bsf:v", message] });
  const tags = [...keys, ...(kind === "avi" ? [] : appleKeys)].flatMap((key) => [
    "-metadata",
    `${key}=${canary}`,
  ]);
  const streams = ["-metadata:s:v", `title=${canary}`, "-metadata:s:a", `handler_name=${canary}`];
  const out = at(`told.${kind}`);
  if (kind === "avi") {
    await remuxClip(at("plain.mp4"), out, [...tags, ...streams, "-f", "avi"]);
    await appendFile(out, box("free", Buffer.from(canary)));
    return readFile(out);
  }
  await writeFile(
    at("chapters.txt"),
    `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=${canary}\n`,
  );
  await writeFile(at("text.srt"), `1\n00:00:00,000 --> 00:00:01,000\n${canary}\n`);
  const inputs = ["-i", at("plain.mp4"), "-i", at("chapters.txt"), "-i", at("text.srt")];
  const map = ["-map", "0", "-map", "2", "-map_chapters", "1", "-c", "copy", "-c:s", "mov_text"];
  const place = ["-metadata", `location=${placeSaid}`, "-timecode", "01:02:03:04"];
  // Only MOV is written with Apple's own keys; MP4 with those it has boxes for, including ©xyz.
  const flags = kind === "mov" ? ["-movflags", "use_metadata_tags"] : [];
  await execute("ffmpeg", [
    ...["-v", "error", "-nostdin", "-y", ...inputs, ...map],
    ...[...tags, ...streams, ...place, ...flags, "-f", kind, out],
  ]);
  await appendFile(out, box("uuid", xmpUuid, Buffer.from(`<x:xmpmeta>${canary}</x:xmpmeta>`)));
  await appendFile(out, box("free", Buffer.from(canary)));
  return readFile(out);
}

/** What no rendition may contain. */
export const saidBy = (canary: string) => [canary, placeSaid, "com.apple", "xmpmeta"];
