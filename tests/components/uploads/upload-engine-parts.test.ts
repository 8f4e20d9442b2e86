import { clip, longClip } from "@/tests/support/chosen-files";
import type { UploadReply } from "@/tests/support/fake-upload-server";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";
import {
  chunkedPath,
  engineFor,
  pauses,
  server,
  silence,
  uploadForm,
  watch,
  withUploadServer,
} from "@/tests/support/upload-engine";

withUploadServer();

describe("parts", () => {
  const partBytes = 8 * 1_048_576;
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  beforeEach(() => {
    server.partBytes = partBytes;
  });

  test("are sent three at once, no larger than the server accepts, and arrive in any order", async () => {
    server.next(`${chunkedPath}/chunk`, "silent", "usual", "usual", "usual");
    const engine = engineFor();
    const seen = watch(engine);
    engine.add([clip("birthday.mp4", 30 * 1_048_576 - 9)]);
    const run = engine.start(uploadForm);
    await server.until(`${chunkedPath}/chunk`, 4);
    expect(server.runs()).toEqual([range(0, 8), range(8, 16), range(16, 24), range(24, 30)]);
    expect(server.to(`${chunkedPath}/complete`)).toEqual([]);
    server.release();
    expect(await run).toMatchObject({ uploaded: 1, failed: [] });
    const [first] = server.to(`${chunkedPath}/chunk`);
    expect(first).toMatchObject({
      headers: { "Content-Type": "application/octet-stream" },
      body: { uploadId: "birthday.mp4-1750000000000", chunkIndex: 0, bytes: partBytes },
    });
    expect(server.to(`${chunkedPath}/chunk`).at(-1)?.body.bytes).toBe(6 * 1_048_576 - 9);
    const percents = seen.flatMap(({ items }) => items.map((item) => item.percent));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
  });

  test.each(["film.mp4", "scan.png"])(
    "of a file over 100 MB, here %s, are chunks of 8 MiB, one per call",
    async (name) => {
      server.chunkBytes = partBytes;
      const engine = engineFor();
      const bytes = 105 * 1_048_576;
      engine.add([{ ...clip(name, bytes), mediaType: name === "scan.png" ? "image" : "video" }]);
      expect(await engine.start(uploadForm)).toMatchObject({ uploaded: 1, failed: [] });
      expect(server.to(`${chunkedPath}/init`)[0]?.body).toMatchObject({ fileSize: bytes, totalChunks: 14 });
      expect(server.chunkIndexes()).toEqual(range(0, 14));
      const sizes = server.to(`${chunkedPath}/chunk`).map(({ body }) => body.bytes);
      expect(sizes).toEqual([...Array.from({ length: 13 }, () => partBytes), 1_048_576]);
    },
  );

  test("of a shorter clip are smaller, so that each of three calls gets one", async () => {
    server.next(`${chunkedPath}/chunk`, ...silence);
    const engine = engineFor();
    engine.add([longClip()]);
    const run = engine.start(uploadForm);
    await server.until(`${chunkedPath}/chunk`, 3);
    expect(server.runs()).toEqual([range(0, 4), range(4, 8), range(8, 11)]);
    server.release();
    expect(await run).toMatchObject({ uploaded: 1 });
  });

  test("that were interrupted are resumed only from where they stopped", async () => {
    server.next(`${chunkedPath}/chunk`, "usual", "lost");
    const engine = engineFor();
    engine.add([longClip()]);
    const run = engine.start(uploadForm);
    await server.until(`${chunkedPath}/chunk`, 2);
    // Two chunks of the second call arrived whole.
    for (const index of [4, 5]) server.uploads.get("birthday.mp4-1750000000000")?.received.add(index);
    expect(await run).toMatchObject({ uploaded: 1, failed: [] });
    expect(server.runs()).toEqual([range(0, 4), range(4, 8), range(8, 11), range(6, 8)]);
  });

  test("whose answer was lost are not sent again, except one chunk that gets an answer for all", async () => {
    server.next(`${chunkedPath}/chunk`, "lost");
    const engine = engineFor();
    engine.add([longClip()]);
    const run = engine.start(uploadForm);
    await server.until(`${chunkedPath}/chunk`, 1);
    for (const index of range(0, 4)) server.uploads.get("birthday.mp4-1750000000000")?.received.add(index);
    expect(await run).toMatchObject({ uploaded: 1, failed: [] });
    expect(server.runs()).toEqual([range(0, 4), range(4, 8), range(8, 11), [3]]);
  });

  test("that are refused end the others, and the refusal is reported", async () => {
    server.next(`${chunkedPath}/chunk`, "silent", { status: 413, json: { error: "At most 8MB" } }, "silent");
    const engine = engineFor();
    engine.add([longClip()]);
    const { failed } = await engine.start(uploadForm);
    expect(failed[0]?.error).toBe("Failed to upload birthday.mp4: Chunk upload failed: At most 8MB");
    expect(server.aborted).toEqual([`${chunkedPath}/chunk`, `${chunkedPath}/chunk`]);
    expect(server.to(`${chunkedPath}/complete`)).toEqual([]);
  });

  test("of a resumed upload omit what has arrived", async () => {
    const store = memoryResumeStore();
    server.next(`${chunkedPath}/chunk`, "usual", "silent", "silent");
    const before = engineFor(store);
    before.add([longClip()]);
    void before.start(uploadForm);
    await server.until(`${chunkedPath}/chunk`, 3);
    before.stop();
    server.uploads.get("birthday.mp4-1750000000000")?.received.add(7);
    server.calls.length = 0;
    const engine = engineFor(store);
    engine.add([longClip()]);
    expect(await engine.start(uploadForm)).toMatchObject({ uploaded: 1 });
    expect(
      server
        .runs()
        .flat()
        .sort((a, b) => a - b),
    ).toEqual([4, 5, 6, 8, 9, 10]);
  });
});

describe("chunks for a server that doesn't offer more", () => {
  test("are announced, sent as data URLs in order and completed under one id", async () => {
    const store = memoryResumeStore();
    const engine = engineFor(store);
    const seen = watch(engine);
    engine.add([longClip()]);
    expect(await engine.start(uploadForm)).toMatchObject({ uploaded: 1, failed: [] });
    const uploadId = "birthday.mp4-1750000000000";
    expect(server.to(`${chunkedPath}/init`).map(({ body }) => body)).toEqual([
      { fileName: "birthday.mp4", fileSize: 10_485_765, totalChunks: 11, uploadId, ...uploadForm },
    ]);
    expect(server.chunkIndexes()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const data = server.to(`${chunkedPath}/chunk`).map(({ body }) => String(body.chunkData));
    expect(data.every((chunk) => chunk.startsWith("data:application/octet-stream;base64,"))).toBe(true);
    expect(data[10]).toBe("data:application/octet-stream;base64,BwcHBwc=");
    expect(atob(data[0]?.split(",")[1] ?? "")).toHaveLength(1_048_576);
    expect(server.to(`${chunkedPath}/complete`).map(({ body }) => body)).toEqual([{ uploadId }]);
    const percents = seen.flatMap(({ items }) => items.map((item) => item.percent));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    expect(await store.list()).toEqual([]);
  });

  test.each<[string, string, UploadReply, string]>([
    [
      "init",
      `${chunkedPath}/init`,
      { status: 400, json: { error: "No such month" } },
      "Init failed: No such month",
    ],
    [
      "init, too large",
      `${chunkedPath}/init`,
      { status: 413, json: { error: "At most 100MB" } },
      "Init failed: At most 100MB",
    ],
    [
      "a chunk",
      `${chunkedPath}/chunk`,
      { status: 403, statusText: "Forbidden" },
      "Chunk upload failed: Forbidden",
    ],
    [
      "complete",
      `${chunkedPath}/complete`,
      { status: 422, json: { error: "No room" } },
      "Complete failed: No room",
    ],
    [
      "complete, strangely",
      `${chunkedPath}/complete`,
      { status: 200, text: "ok" },
      "Invalid response format",
    ],
  ])("a refused %s is reported", async (_, path, reply, reason) => {
    server.next(path, reply);
    const engine = engineFor();
    engine.add([longClip()]);
    const { failed } = await engine.start(uploadForm);
    expect(failed[0]?.error).toBe(`Failed to upload birthday.mp4: ${reason}`);
  });

  test("a chunk that can't be read is named", async () => {
    const engine = engineFor();
    engine.add([longClip()]);
    const real = FileReader.prototype.readAsDataURL;
    let count = 0;
    const spy = jest.spyOn(FileReader.prototype, "readAsDataURL").mockImplementation(function (
      this: FileReader,
      piece: Blob,
    ) {
      if (++count < 3) real.call(this, piece);
      else setTimeout(() => this.onerror?.(new ProgressEvent("error") as ProgressEvent<FileReader>), 0);
    });
    const { failed } = await engine.start(uploadForm);
    spy.mockRestore();
    expect(failed[0]?.error).toBe("Failed to upload birthday.mp4: Error reading chunk 3");
  });

  test("a server that is briefly unavailable is retried", async () => {
    server.next(
      `${chunkedPath}/chunk`,
      "usual",
      { status: 503, headers: { "Retry-After": "5" } },
      { status: 500 },
    );
    const engine = engineFor();
    engine.add([longClip()]);
    expect(await engine.start(uploadForm)).toMatchObject({ uploaded: 1 });
    expect(pauses).toEqual([5000, 1000, 100]);
  });

  test("a server that is still saving is polled for as long as it takes", async () => {
    const saving = {
      status: 503,
      json: { error: "It is still being saved.", code: "upload_saving" },
      headers: { "Retry-After": "1" },
    };
    server.next(`${chunkedPath}/complete`, ...Array.from({ length: 20 }, () => saving));
    const engine = engineFor();
    engine.add([longClip()]);
    expect(await engine.start(uploadForm)).toMatchObject({ uploaded: 1 });
    expect(pauses).toEqual([...Array.from({ length: 20 }, () => 1000), 100]);
    expect(server.kept).toHaveLength(1);
  });

  test("a server that lacks some at the end gets only those", async () => {
    const engine = engineFor();
    engine.add([longClip()]);
    const answeredAndNotKept = { json: {} };
    server.next(`${chunkedPath}/chunk`, "usual", answeredAndNotKept);
    expect(await engine.start(uploadForm)).toMatchObject({ uploaded: 1 });
    expect(server.chunkIndexes()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]);
    expect(server.to(`${chunkedPath}/complete`)).toHaveLength(2);
  });

  test("an upload that never gets an answer ends with a network error, and can be resumed", async () => {
    const engine = engineFor();
    engine.add([longClip()]);
    server.next(`${chunkedPath}/chunk`, "usual", ...Array.from({ length: 45 }, () => "lost" as const));
    const { failed } = await engine.start(uploadForm);
    expect(failed[0]?.error).toBe(
      "Failed to upload birthday.mp4: Chunk upload failed: Network error during upload",
    );
    expect(Math.max(...pauses)).toBe(5000);
  });
});
