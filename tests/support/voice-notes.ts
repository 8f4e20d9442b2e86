import { execFile } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { originalKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { type FamilyPerson, type StoredMedia, storeMedia } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const execute = promisify(execFile);

/** How browsers record (Chromium and Firefox, then Safari), and formats that aren't voice notes. */
const recorders = {
  webm: ["-c:a", "libopus", "-b:a", "24k", "-f", "webm", "-live", "1"],
  mp4: ["-c:a", "aac", "-ac", "1", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4"],
  stereo: ["-c:a", "aac", "-ac", "2", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4"],
  mp3: ["-c:a", "libmp3lame", "-f", "mp3"],
};

const made = new Map<string, Promise<Buffer>>();

async function record(seconds: number, kind: keyof typeof recorders): Promise<Buffer> {
  // Half of it silent, so that a waveform has something to show.
  const sound = `sine=f=300:d=${seconds},volume=enable='gt(t,${seconds / 2})':volume=0`;
  const args = ["-f", "lavfi", "-i", sound, "-metadata", "title=Bedroom", ...recorders[kind], "pipe:1"];
  const { stdout } = await execute("ffmpeg", ["-v", "error", "-nostdin", ...args], {
    encoding: "buffer",
    maxBuffer: 8 * 1024 * 1024,
  });
  return stdout;
}

/** A recording of this length, as a browser's microphone makes it. */
export function recordedSound(seconds = 1, kind: keyof typeof recorders = "webm"): Promise<Buffer> {
  const key = `${kind} ${seconds}`;
  const found = made.get(key) ?? record(seconds, kind);
  made.set(key, found);
  return found;
}

/** A voice note on an item: its rows, and its file. */
export async function storeVoiceNote(
  owner: FamilyPerson,
  mediaId: string,
  { content = randomBytes(3_000), text = "" }: { content?: Buffer; text?: string } = {},
): Promise<StoredMedia & { commentId: string }> {
  const { familyId, userId } = owner;
  const id = randomUUID();
  const storagePath = originalKey(familyId, id, "m4a");
  const sha256 = createHash("sha256").update(content).digest("hex");
  await getStorage().replace(storagePath, content);
  const recording = { id, familyId, storagePath, sha256, bytes: content.length };
  const { id: commentId } = await db.comment.create({
    data: {
      ...{ mediaId, familyId, userId, text },
      recording: { create: { ...recording, durationMs: 2_000, waveform: [0, 100, 50] } },
    },
    select: { id: true },
  });
  return { id, sha256, content, storagePath, commentId };
}

export const voiceCalls: Record<string, SampleCall> = {
  "POST /api/media/{id}/voice-notes": {
    target: async (owner) => (await storeMedia(owner, { hasFiles: false })).id,
    request: async (id) => ({
      path: `/api/media/${encodeURIComponent(id)}/voice-notes`,
      json: { recording: (await recordedSound()).toString("base64"), text: "What a day!" },
    }),
    status: 201,
  },
  "GET /api/comments/{id}/recording": {
    target: async (owner) => {
      const { id } = await storeMedia(owner, { hasFiles: false });
      return (await storeVoiceNote(owner, id)).commentId;
    },
    request: (id) => ({ path: `/api/comments/${encodeURIComponent(id)}/recording` }),
    status: 200,
  },
};
