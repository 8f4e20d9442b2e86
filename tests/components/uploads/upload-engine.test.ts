import { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import type { UploadState } from "@/lib/album/uploads/upload-state";
import { clip, longClip, photo } from "@/tests/support/chosen-files";
import { FakeUploadServer, setOnline, type UploadReply } from "@/tests/support/fake-upload-server";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";

const chunked = "/api/media/chunked-upload";
/** Three calls are under way at once. */
const silence = ["silent", "silent", "silent"] as const;
const form = { year: 2025, month: 6, description: "At the lake #summer" };
const duplicate = (existingId = "old"): UploadReply => ({
  status: 409,
  json: {
    error: "duplicate_file",
    message: "This file already exists in your album.",
    duplicate: { existingId, fileName: "lake.jpg", uploadDate: "2025-06-01T10:00:00.000Z" },
  },
});

let server: FakeUploadServer;
let pauses: number[];

beforeEach(() => {
  server = new FakeUploadServer().install();
  pauses = [];
});
afterEach(() => setOnline(true));

function engineFor(store = memoryResumeStore(), now = () => 1_750_000_000_000) {
  return new UploadEngine({
    userId: "ada",
    sessionId: "session-1",
    familyId: "okafors",
    store,
    now,
    pause: async (ms) => void pauses.push(ms),
  });
}

/** Everything the engine showed, from now on. */
function watch(engine: UploadEngine): UploadState[] {
  const seen: UploadState[] = [];
  engine.subscribe(() => seen.push(engine.state()));
  return seen;
}

/** Resolves with the first state that fits. */
function when(engine: UploadEngine, fits: (state: UploadState) => boolean): Promise<UploadState> {
  return new Promise((resolve) => {
    const look = () => {
      if (!fits(engine.state())) return;
      stop();
      resolve(engine.state());
    };
    const stop = engine.subscribe(look);
    look();
  });
}

const names = (engine: UploadEngine) => engine.state().items.map((item) => item.file.name);

describe("one request", () => {
  test("carries the specification's body as a form, the file as it is, and an Idempotency-Key", async () => {
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    const outcome = await engine.start(form);
    expect(outcome).toMatchObject({ total: 1, uploaded: 1, failed: [], cancelled: null });
    expect(server.to("/api/media")).toHaveLength(1);
    const [call] = server.calls;
    expect(call?.body).toEqual({
      fileName: "lake.jpg",
      fileType: "image",
      fileData: { type: "image/jpeg", bytes: "\x07\x07\x07" },
      ...form,
      userId: "ada",
      sessionId: "session-1",
    });
    expect(call?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(call?.headers["Content-Type"]).toMatch(
      /^multipart\/form-data; boundary=----keepsake-[0-9a-f]{32}$/,
    );
  });

  test("takes a name and a description in any script, and with what a form would have to escape", async () => {
    const engine = engineFor();
    const name = 'Ölbäume "am" Meer\r\n--🌊.jpg';
    engine.add([photo(name)]);
    const description = 'So "schön"\r\n\r\n#Urlaub 🏖';
    await engine.start({ ...form, description });
    expect(server.calls[0]?.body).toMatchObject({ fileName: name, description });
  });

  test("is the same bytes at every attempt: the server knows a repeated request by them", async () => {
    server.next("/api/media", "lost", "lost");
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    await engine.start(form);
    const [first, ...others] = server.calls.map(({ headers, body }) => [headers["Content-Type"], body]);
    expect(others).toEqual([first, first]);
  });

  test("passes 30, 50, 90 and 100 percent, and never goes back", async () => {
    const engine = engineFor();
    const seen = watch(engine);
    engine.add([photo("lake.jpg")]);
    await engine.start(form);
    const percents = seen.flatMap(({ items }) => items.map((item) => item.percent));
    expect(percents).toEqual(expect.arrayContaining([30, 40, 50, 90, 100]));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(pauses).toEqual([100]);
  });

  test("a clip of exactly 10MB goes in one request, a longer one in chunks", async () => {
    const engine = engineFor();
    engine.add([clip("short.mp4", 10 * 1_048_576)]);
    await engine.start(form);
    expect(server.calls.map(({ path }) => path)).toEqual(["/api/media"]);
  });

  test.each<[string, UploadReply, string]>([
    ["the error field", { status: 422, json: { error: "Storage is full" } }, "Storage is full"],
    ["status and body without one", { status: 500, text: "Oh dear" }, "HTTP 500: Oh dear"],
    ["the status alone without a body", { status: 500 }, "Upload failed with status: 500"],
    [
      "the server's own words, which name the limit that was set",
      { status: 413, json: { error: "File is too large for upload (max size: 4MB)" } },
      "File is too large for upload (max size: 4MB)",
    ],
    ["the limit for a 413", { status: 413, text: "nope" }, "File is too large for upload (max size: 10MB)"],
    [
      "the limit where a proxy says it in words",
      { status: 500, json: { error: "request entity too large" } },
      "File is too large for upload (max size: 10MB)",
    ],
    ["what a strange answer is", { status: 201, text: "<p>Hello</p>" }, "Invalid response format"],
  ])("a refusal is told by %s", async (_, reply, reason) => {
    server.next("/api/media", reply);
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    const { failed, uploaded } = await engine.start(form);
    expect(uploaded).toBe(0);
    expect(failed.map(({ error }) => error)).toEqual([`Failed to upload lake.jpg: ${reason}`]);
    expect(engine.state().items[0]).toMatchObject({ stage: "failed", error: failed[0]?.error });
  });

  test("a file that can't be read says so", async () => {
    const engine = engineFor();
    const spy = jest.spyOn(FileReader.prototype, "readAsArrayBuffer").mockImplementation(function (
      this: FileReader,
    ) {
      setTimeout(() => this.onerror?.(new ProgressEvent("error") as ProgressEvent<FileReader>), 0);
    });
    engine.add([photo("lake.jpg")]);
    const { failed } = await engine.start(form);
    spy.mockRestore();
    expect(failed[0]?.error).toBe("Failed to upload lake.jpg: Failed to read file");
    expect(server.calls).toHaveLength(0);
  });

  test("a lost connection is tried twice more with the same key, then told", async () => {
    server.next("/api/media", "lost", "lost", "lost");
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    const { failed } = await engine.start(form);
    expect(failed[0]?.error).toBe("Failed to upload lake.jpg: Network error during upload");
    const keys = server.calls.map(({ headers }) => headers["Idempotency-Key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(pauses).toEqual([1000, 2000]);
  });

  test("trying again keeps the key while the content is the same, and takes a new one for other words", async () => {
    server.next("/api/media", { status: 500 }, { status: 500 });
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    await engine.start(form);
    await engine.start(form);
    await engine.start({ ...form, description: "Other words" });
    const [first, second, third] = server.calls.map(({ headers }) => headers["Idempotency-Key"]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(engine.state().items).toEqual([]);
  });

  test("a request that the server still works on is asked for again", async () => {
    const busy = { status: 409, json: { error: "Still running", code: "request_in_progress" } };
    server.next("/api/media", "lost", { ...busy, headers: { "Retry-After": "1" } });
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    expect(await engine.start(form)).toMatchObject({ uploaded: 1, failed: [] });
    expect(server.kept).toHaveLength(1);
  });
});

describe("several files", () => {
  test("go up one at a time and leave the list as they succeed", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    const run = engine.start(form);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    expect(server.calls).toHaveLength(1);
    expect(engine.state()).toMatchObject({ isRunning: true, position: 1, total: 2 });
    expect(engine.state().items[1]).toMatchObject({ stage: "preparing", percent: 0 });
    server.release();
    await when(engine, ({ position }) => position === 2);
    expect(names(engine)).toEqual(["two.jpg"]);
    expect(await run).toMatchObject({ total: 2, uploaded: 2 });
    expect(engine.state()).toMatchObject({ items: [], isRunning: false });
  });

  test("the next one is read while one is sent, and no further one", async () => {
    server.next("/api/media", "silent");
    const reading = jest.spyOn(FileReader.prototype, "readAsArrayBuffer");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg"), photo("three.jpg")]);
    const run = engine.start(form);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    expect(reading).toHaveBeenCalledTimes(2);
    expect(server.calls).toHaveLength(1);
    server.release();
    expect(await run).toMatchObject({ uploaded: 3 });
    expect(reading).toHaveBeenCalledTimes(3);
    reading.mockRestore();
    expect(server.kept.map(({ fileName, fileData }) => [fileName, fileData])).toEqual(
      ["one.jpg", "two.jpg", "three.jpg"].map((name) => [
        name,
        { type: "image/jpeg", bytes: "\x07\x07\x07" },
      ]),
    );
  });

  test("one that fails stays listed, the others go on", async () => {
    server.next("/api/media", "usual", { status: 500, json: { error: "No luck" } });
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg"), photo("three.jpg")]);
    const outcome = await engine.start(form);
    expect(outcome).toMatchObject({ total: 3, uploaded: 2 });
    expect(names(engine)).toEqual(["two.jpg"]);
    engine.clear();
    expect(names(engine)).toEqual([]);
  });

  test("the same choice twice is one file", () => {
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("one.jpg")]);
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    expect(names(engine)).toEqual(["one.jpg", "two.jpg"]);
  });

  test("each goes to the month it was taken in, but for those that don't say and those held back", async () => {
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg"), photo("three.jpg")]);
    engine.followDate(engine.state().items[2]?.id ?? "", false);
    const takenMonthOf = async ({ name }: File) => (name === "two.jpg" ? null : { year: 2024, month: 3 });
    await engine.start(form, { takenMonthOf });
    expect(server.kept.map(({ year, month, description }) => [year, month, description])).toEqual([
      [2024, 3, form.description],
      [2025, 6, form.description],
      [2025, 6, form.description],
    ]);
  });

  test("those added meanwhile wait for the next run", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg")]);
    const run = engine.start(form);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    engine.add([photo("two.jpg")]);
    server.release();
    expect(await run).toMatchObject({ total: 1, uploaded: 1 });
    expect(engine.state().items.map(({ file, stage }) => [file.name, stage])).toEqual([
      ["two.jpg", "chosen"],
    ]);
  });

  test("a waiting one can be taken off meanwhile, the one under way can't", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    const [one, two] = engine.state().items.map(({ id }) => id);
    const run = engine.start(form);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    engine.remove(one ?? "");
    engine.remove(two ?? "");
    expect(names(engine)).toEqual(["one.jpg"]);
    server.release();
    expect(await run).toMatchObject({ uploaded: 1 });
    expect(server.kept.map(({ fileName }) => fileName)).toEqual(["one.jpg"]);
  });

  test("a session that ended stops the run; what was not tried stays chosen", async () => {
    server.next("/api/media", { status: 401, json: { error: "Please sign in to continue." } });
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    expect(await engine.start(form)).toMatchObject({ uploaded: 0, broken: "Please sign in to continue." });
    expect(server.calls).toHaveLength(1);
    expect(engine.state().items.map(({ stage }) => stage)).toEqual(["failed", "chosen"]);
  });
});

describe("cancelling", () => {
  test("aborts the call in flight and clears the list", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    const run = engine.start(form);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    engine.cancel();
    const outcome = await run;
    expect(outcome.cancelled?.message).toBe("Upload cancelled by user");
    expect(outcome.cancelled?.files.map(({ file }) => file.name)).toEqual(["one.jpg", "two.jpg"]);
    expect(server.aborted).toEqual(["/api/media"]);
    expect(server.calls).toHaveLength(1);
    expect(engine.state()).toMatchObject({ items: [], isRunning: false, currentId: null });
  });

  test("a chunked upload frees the server's space and forgets the file", async () => {
    server.next(`${chunked}/chunk`, "usual", "usual", ...silence);
    const store = memoryResumeStore();
    const engine = engineFor(store);
    engine.add([longClip()]);
    const run = engine.start(form);
    await server.until(`${chunked}/chunk`, 5);
    engine.cancel();
    expect((await run).cancelled?.message).toBe("Chunked upload cancelled by user");
    expect(server.aborted).toEqual([`${chunked}/chunk`, `${chunked}/chunk`, `${chunked}/chunk`]);
    expect(server.to(`${chunked}/chunk`)).toHaveLength(5);
    expect(server.to(`${chunked}/cancel`).map(({ body }) => body)).toEqual([
      { uploadId: "birthday.mp4-1750000000000" },
    ]);
    expect(server.uploads.size).toBe(0);
    expect(await store.list()).toEqual([]);
  });

  test("ends the wait for the network too", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg")]);
    const run = engine.start(form);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    setOnline(false);
    await when(engine, ({ items }) => items[0]?.stage === "lost");
    engine.cancel();
    expect((await run).cancelled?.message).toBe("Upload cancelled by user");
  });
});

describe("a duplicate", () => {
  test("never stops the rest: one report at the end has them all, until it is dismissed", async () => {
    server.next("/api/media", duplicate(), "usual", duplicate("older"), {
      status: 500,
      json: { error: "No luck" },
    });
    const engine = engineFor();
    engine.add([
      photo("one.jpg"),
      photo("two.jpg"),
      photo("three.jpg"),
      photo("four.jpg"),
      photo("five.jpg"),
    ]);
    const seen = watch(engine);
    const outcome = await engine.start(form);
    expect(outcome).toMatchObject({ total: 5, uploaded: 2, cancelled: null, broken: null });
    expect(server.kept.map(({ fileName }) => fileName)).toEqual(["two.jpg", "five.jpg"]);
    expect(seen.filter(({ isRunning }) => isRunning).map(({ report }) => report)).not.toContainEqual(
      expect.anything(),
    );
    const { report } = engine.state();
    expect(report).toMatchObject({
      uploaded: 2,
      total: 5,
      failed: [{ error: expect.stringMatching("four.jpg") }],
    });
    expect(report?.duplicates.map(({ item, existing }) => [item.file.name, existing?.existingId])).toEqual([
      ["one.jpg", "old"],
      ["three.jpg", "older"],
    ]);
    expect(report?.duplicates[0]?.existing).toEqual({
      existingId: "old",
      fileName: "lake.jpg",
      uploadDate: "2025-06-01T10:00:00.000Z",
    });
    expect(names(engine)).toEqual(["four.jpg"]);
    engine.dismissReport();
    expect(engine.state()).toMatchObject({ report: null, isRunning: false });
  });

  test("is not told of when the run was cancelled after it", async () => {
    server.next("/api/media", duplicate(), "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    const run = engine.start(form);
    await when(engine, ({ items }) => items[0]?.stage === "saving" && items[0].file.name === "two.jpg");
    engine.cancel();
    expect((await run).cancelled?.files.map(({ file }) => file.name)).toEqual(["two.jpg"]);
    expect(engine.state()).toMatchObject({ items: [], report: null });
  });

  test.each<[string, string, UploadReply]>([
    ["on completing", `${chunked}/complete`, duplicate()],
    [
      "by the word in an init's error",
      `${chunked}/init`,
      { status: 409, json: { error: "A duplicate upload" } },
    ],
  ])("is found in the chunked flow %s, and leaves nothing to go on with", async (_, path, reply) => {
    server.next(path, reply);
    const store = memoryResumeStore();
    const engine = engineFor(store);
    engine.add([longClip()]);
    const outcome = await engine.start(form);
    expect(outcome).toMatchObject({
      uploaded: 0,
      duplicates: [{ item: { file: { name: "birthday.mp4" } } }],
    });
    expect(outcome.failed).toEqual([]);
    expect(await store.list()).toEqual([]);
  });
});

describe("parts", () => {
  const partBytes = 8 * 1_048_576;
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  beforeEach(() => {
    server.partBytes = partBytes;
  });

  test("go three at once, no larger than the server takes them, and arrive in any order", async () => {
    server.next(`${chunked}/chunk`, "silent", "usual", "usual", "usual");
    const engine = engineFor();
    const seen = watch(engine);
    engine.add([clip("birthday.mp4", 30 * 1_048_576 - 9)]);
    const run = engine.start(form);
    await server.until(`${chunked}/chunk`, 4);
    expect(server.runs()).toEqual([range(0, 8), range(8, 16), range(16, 24), range(24, 30)]);
    expect(server.to(`${chunked}/complete`)).toEqual([]);
    server.release();
    expect(await run).toMatchObject({ uploaded: 1, failed: [] });
    const [first] = server.to(`${chunked}/chunk`);
    expect(first).toMatchObject({
      headers: { "Content-Type": "application/octet-stream" },
      body: { uploadId: "birthday.mp4-1750000000000", chunkIndex: 0, bytes: partBytes },
    });
    expect(server.to(`${chunked}/chunk`).at(-1)?.body.bytes).toBe(6 * 1_048_576 - 9);
    const percents = seen.flatMap(({ items }) => items.map((item) => item.percent));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
  });

  test("of a shorter clip are smaller, so that each of three calls has one", async () => {
    server.next(`${chunked}/chunk`, ...silence);
    const engine = engineFor();
    engine.add([longClip()]);
    const run = engine.start(form);
    await server.until(`${chunked}/chunk`, 3);
    expect(server.runs()).toEqual([range(0, 4), range(4, 8), range(8, 11)]);
    server.release();
    expect(await run).toMatchObject({ uploaded: 1 });
  });

  test("that broke off are sent again only from where they broke off", async () => {
    server.next(`${chunked}/chunk`, "usual", "lost");
    const engine = engineFor();
    engine.add([longClip()]);
    const run = engine.start(form);
    await server.until(`${chunked}/chunk`, 2);
    // Of the second call two chunks arrived whole.
    for (const index of [4, 5]) server.uploads.get("birthday.mp4-1750000000000")?.received.add(index);
    expect(await run).toMatchObject({ uploaded: 1, failed: [] });
    expect(server.runs()).toEqual([range(0, 4), range(4, 8), range(8, 11), range(6, 8)]);
  });

  test("of which only the answer was lost are not sent again, but for a chunk that is answered for all", async () => {
    server.next(`${chunked}/chunk`, "lost");
    const engine = engineFor();
    engine.add([longClip()]);
    const run = engine.start(form);
    await server.until(`${chunked}/chunk`, 1);
    for (const index of range(0, 4)) server.uploads.get("birthday.mp4-1750000000000")?.received.add(index);
    expect(await run).toMatchObject({ uploaded: 1, failed: [] });
    expect(server.runs()).toEqual([range(0, 4), range(4, 8), range(8, 11), [3]]);
  });

  test("one that is refused ends the others, and the refusal is told", async () => {
    server.next(`${chunked}/chunk`, "silent", { status: 413, json: { error: "At most 8MB" } }, "silent");
    const engine = engineFor();
    engine.add([longClip()]);
    const { failed } = await engine.start(form);
    expect(failed[0]?.error).toBe("Failed to upload birthday.mp4: Chunk upload failed: At most 8MB");
    expect(server.aborted).toEqual([`${chunked}/chunk`, `${chunked}/chunk`]);
    expect(server.to(`${chunked}/complete`)).toEqual([]);
  });

  test("of a resumed upload leave out what has arrived", async () => {
    const store = memoryResumeStore();
    server.next(`${chunked}/chunk`, "usual", "silent", "silent");
    const before = engineFor(store);
    before.add([longClip()]);
    void before.start(form);
    await server.until(`${chunked}/chunk`, 3);
    before.stop();
    server.uploads.get("birthday.mp4-1750000000000")?.received.add(7);
    server.calls.length = 0;
    const engine = engineFor(store);
    engine.add([longClip()]);
    expect(await engine.start(form)).toMatchObject({ uploaded: 1 });
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
    expect(await engine.start(form)).toMatchObject({ uploaded: 1, failed: [] });
    const uploadId = "birthday.mp4-1750000000000";
    expect(server.to(`${chunked}/init`).map(({ body }) => body)).toEqual([
      { fileName: "birthday.mp4", fileSize: 10_485_765, totalChunks: 11, uploadId, ...form },
    ]);
    expect(server.chunkIndexes()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const data = server.to(`${chunked}/chunk`).map(({ body }) => String(body.chunkData));
    expect(data.every((chunk) => chunk.startsWith("data:application/octet-stream;base64,"))).toBe(true);
    expect(data[10]).toBe("data:application/octet-stream;base64,BwcHBwc=");
    expect(atob(data[0]?.split(",")[1] ?? "")).toHaveLength(1_048_576);
    expect(server.to(`${chunked}/complete`).map(({ body }) => body)).toEqual([{ uploadId }]);
    const percents = seen.flatMap(({ items }) => items.map((item) => item.percent));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    expect(await store.list()).toEqual([]);
  });

  test.each<[string, string, UploadReply, string]>([
    [
      "init",
      `${chunked}/init`,
      { status: 400, json: { error: "No such month" } },
      "Init failed: No such month",
    ],
    [
      "init, too large",
      `${chunked}/init`,
      { status: 413, json: { error: "At most 100MB" } },
      "Init failed: At most 100MB",
    ],
    [
      "a chunk",
      `${chunked}/chunk`,
      { status: 403, statusText: "Forbidden" },
      "Chunk upload failed: Forbidden",
    ],
    [
      "complete",
      `${chunked}/complete`,
      { status: 422, json: { error: "No room" } },
      "Complete failed: No room",
    ],
    ["complete, strangely", `${chunked}/complete`, { status: 200, text: "ok" }, "Invalid response format"],
  ])("a refused %s is told", async (_, path, reply, reason) => {
    server.next(path, reply);
    const engine = engineFor();
    engine.add([longClip()]);
    const { failed } = await engine.start(form);
    expect(failed[0]?.error).toBe(`Failed to upload birthday.mp4: ${reason}`);
  });

  test("a piece that can't be read is named", async () => {
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
    const { failed } = await engine.start(form);
    spy.mockRestore();
    expect(failed[0]?.error).toBe("Failed to upload birthday.mp4: Error reading chunk 3");
  });

  test("a server that is away for a moment is tried again", async () => {
    server.next(
      `${chunked}/chunk`,
      "usual",
      { status: 503, headers: { "Retry-After": "5" } },
      { status: 500 },
    );
    const engine = engineFor();
    engine.add([longClip()]);
    expect(await engine.start(form)).toMatchObject({ uploaded: 1 });
    expect(pauses).toEqual([5000, 1000, 100]);
  });

  test("a server that lacks some at the end gets just those", async () => {
    const engine = engineFor();
    engine.add([longClip()]);
    const answeredAndNotKept = { json: {} };
    server.next(`${chunked}/chunk`, "usual", answeredAndNotKept);
    expect(await engine.start(form)).toMatchObject({ uploaded: 1 });
    expect(server.chunkIndexes()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]);
    expect(server.to(`${chunked}/complete`)).toHaveLength(2);
  });

  test("an upload that never gets an answer ends with the network's error, and can be gone on with", async () => {
    const engine = engineFor();
    engine.add([longClip()]);
    server.next(`${chunked}/chunk`, "usual", ...Array.from({ length: 45 }, () => "lost" as const));
    const { failed } = await engine.start(form);
    expect(failed[0]?.error).toBe(
      "Failed to upload birthday.mp4: Chunk upload failed: Network error during upload",
    );
    expect(Math.max(...pauses)).toBe(5000);
  });
});

describe("going on", () => {
  test("after the network was lost in the middle: the chunks under way are sent again, and nothing before them", async () => {
    server.next(`${chunked}/chunk`, "usual", "usual", "usual", ...silence);
    const engine = engineFor();
    engine.add([longClip()]);
    const run = engine.start(form);
    await server.until(`${chunked}/chunk`, 6);
    const before = engine.state().items[0]?.percent ?? 0;
    setOnline(false);
    await when(engine, ({ items }) => items[0]?.stage === "lost");
    expect(engine.state().items[0]?.percent).toBeGreaterThanOrEqual(before);
    setOnline(true);
    expect(await run).toMatchObject({ uploaded: 1, failed: [] });
    expect(server.chunkIndexes()).toEqual([0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(server.to(`${chunked}/init`)).toHaveLength(1);
  });

  /** A page that is gone in the middle of a clip: three chunks arrived. */
  async function leftBehind() {
    const store = memoryResumeStore();
    const engine = engineFor(store);
    server.next(`${chunked}/chunk`, "usual", "usual", "usual", ...silence);
    engine.add([longClip()]);
    void engine.start(form);
    await server.until(`${chunked}/chunk`, 6);
    server.calls.length = 0;
    return store;
  }

  test("after a reload: the kept file is offered and only what the server lacks is sent", async () => {
    const store = await leftBehind();
    const engine = engineFor(store, () => 1_760_000_000_000);
    const [offered] = await engine.listUnfinished();
    expect(offered).toMatchObject({ uploadId: "birthday.mp4-1750000000000", ...form });
    if (!offered) throw new Error("nothing was offered");
    const id = engine.continueUnfinished(offered);
    expect(await engine.listUnfinished()).toEqual([]);
    const run = engine.start({ year: 2022, month: 1, description: "" }, { ids: [id] });
    await when(engine, ({ items }) => items[0]?.isContinued === true);
    expect(await run).toMatchObject({ total: 1, uploaded: 1 });
    expect(server.calls[0]).toMatchObject({
      method: "GET",
      path: `${chunked}/birthday.mp4-1750000000000`,
    });
    expect(server.to(`${chunked}/init`)).toHaveLength(0);
    expect(server.chunkIndexes()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(server.calls.filter(({ method }) => method === "PATCH")).toEqual([]);
    expect(await store.list()).toEqual([]);
  });

  test("choosing the same file again goes on under the old id, and files it where it is wished now", async () => {
    const store = await leftBehind();
    const engine = engineFor(store, () => 1_760_000_000_000);
    engine.add([longClip()]);
    expect(await engine.start({ ...form, month: 7 })).toMatchObject({ uploaded: 1 });
    expect(server.chunkIndexes()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(server.calls.at(-1)).toMatchObject({
      method: "PATCH",
      path: "/api/media/item-1",
      body: { ...form, month: 7 },
    });
  });

  test("an upload that the server forgot begins anew", async () => {
    const store = await leftBehind();
    server.uploads.clear();
    const engine = engineFor(store);
    const [offered] = await engine.listUnfinished();
    if (!offered) throw new Error("nothing was offered");
    await engine.start(form, { ids: [engine.continueUnfinished(offered)] });
    expect(server.to(`${chunked}/init`)).toHaveLength(1);
    expect(server.chunkIndexes()).toHaveLength(11);
  });

  test("discarding frees the server and the browser", async () => {
    const store = await leftBehind();
    await engineFor(store).discard("birthday.mp4-1750000000000");
    expect(server.uploads.size).toBe(0);
    expect(await store.list()).toEqual([]);
  });

  test("another family's unfinished upload is not offered", async () => {
    const store = memoryResumeStore();
    await store.save({
      uploadId: "a",
      familyId: "somebody else's",
      file: longClip().file,
      ...form,
      startedAt: 1,
    });
    expect(await engineFor(store).listUnfinished()).toEqual([]);
  });
});
