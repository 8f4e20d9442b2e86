import type { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import { longClip, photo } from "@/tests/support/chosen-files";
import { setOnline, type UploadReply } from "@/tests/support/fake-upload-server";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";
import {
  chunkedPath,
  engineFor,
  server,
  silence,
  uploadForm,
  watch,
  when,
  withUploadServer,
} from "@/tests/support/upload-engine";

withUploadServer();

const duplicate = (existingId = "old"): UploadReply => ({
  status: 409,
  json: {
    error: "duplicate_file",
    message: "This file already exists in your album.",
    duplicate: { existingId, fileName: "lake.jpg", uploadDate: "2025-06-01T10:00:00.000Z" },
  },
});

const names = (engine: UploadEngine) => engine.state().items.map((item) => item.file.name);

describe("several files", () => {
  test("are uploaded one at a time and leave the list as they succeed", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    const run = engine.start(uploadForm);
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

  test("the next one is read while one is sent, and no more", async () => {
    server.next("/api/media", "silent");
    const reading = jest.spyOn(FileReader.prototype, "readAsArrayBuffer");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg"), photo("three.jpg")]);
    const run = engine.start(uploadForm);
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

  test("one that fails stays listed, the others continue", async () => {
    server.next("/api/media", "usual", { status: 500, json: { error: "No luck" } });
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg"), photo("three.jpg")]);
    const outcome = await engine.start(uploadForm);
    expect(outcome).toMatchObject({ total: 3, uploaded: 2 });
    expect(names(engine)).toEqual(["two.jpg"]);
    engine.clear();
    expect(names(engine)).toEqual([]);
  });

  test("choosing the same file twice adds it once", () => {
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("one.jpg")]);
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    expect(names(engine)).toEqual(["one.jpg", "two.jpg"]);
  });

  test("each goes to the month it was taken in, except undated files and those held back", async () => {
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg"), photo("three.jpg")]);
    engine.followDate(engine.state().items[2]?.id ?? "", false);
    const takenMonthOf = async ({ name }: File) => (name === "two.jpg" ? null : { year: 2024, month: 3 });
    await engine.start(uploadForm, { takenMonthOf });
    expect(server.kept.map(({ year, month, description }) => [year, month, description])).toEqual([
      [2024, 3, uploadForm.description],
      [2025, 6, uploadForm.description],
      [2025, 6, uploadForm.description],
    ]);
  });

  test("files added meanwhile wait for the next run", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg")]);
    const run = engine.start(uploadForm);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    engine.add([photo("two.jpg")]);
    server.release();
    expect(await run).toMatchObject({ total: 1, uploaded: 1 });
    expect(engine.state().items.map(({ file, stage }) => [file.name, stage])).toEqual([
      ["two.jpg", "chosen"],
    ]);
  });

  test("a waiting one can be removed meanwhile, the current one can't", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    const [one, two] = engine.state().items.map(({ id }) => id);
    const run = engine.start(uploadForm);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    engine.remove(one ?? "");
    engine.remove(two ?? "");
    expect(names(engine)).toEqual(["one.jpg"]);
    server.release();
    expect(await run).toMatchObject({ uploaded: 1 });
    expect(server.kept.map(({ fileName }) => fileName)).toEqual(["one.jpg"]);
  });

  test("a switch to another family stops the run, and the refused file stays listed with the reason", async () => {
    const refused = { status: 409, json: { error: "Switch back first.", code: "family_changed" } };
    server.next("/api/media", "usual", refused);
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg"), photo("three.jpg")]);
    expect(await engine.start(uploadForm)).toMatchObject({ uploaded: 1, broken: "Switch back first." });
    const families = server.to("/api/media").map(({ headers }) => headers["X-Family-ID"]);
    expect(families).toEqual(["okafors", "okafors"]);
    expect(engine.state().items.map(({ stage }) => stage)).toEqual(["failed", "chosen"]);
  });

  test("an ended session stops the run; untried files stay chosen", async () => {
    server.next("/api/media", { status: 401, json: { error: "Please sign in to continue." } });
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    expect(await engine.start(uploadForm)).toMatchObject({
      uploaded: 0,
      broken: "Please sign in to continue.",
    });
    expect(server.calls).toHaveLength(1);
    expect(engine.state().items.map(({ stage }) => stage)).toEqual(["failed", "chosen"]);
  });
});

describe("cancelling", () => {
  test("aborts the call in flight and clears the list", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    const run = engine.start(uploadForm);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    engine.cancel();
    const outcome = await run;
    expect(outcome.cancelled?.message).toBe("Upload cancelled by user");
    expect(outcome.cancelled?.files.map(({ file }) => file.name)).toEqual(["one.jpg", "two.jpg"]);
    expect(server.aborted).toEqual(["/api/media"]);
    expect(server.calls).toHaveLength(1);
    expect(engine.state()).toMatchObject({ items: [], isRunning: false, currentId: null });
  });

  test("a chunked upload frees the space on the server and forgets the file", async () => {
    server.next(`${chunkedPath}/chunk`, "usual", "usual", ...silence);
    const store = memoryResumeStore();
    const engine = engineFor(store);
    engine.add([longClip()]);
    const run = engine.start(uploadForm);
    await server.until(`${chunkedPath}/chunk`, 5);
    engine.cancel();
    expect((await run).cancelled?.message).toBe("Chunked upload cancelled by user");
    expect(server.aborted).toEqual([`${chunkedPath}/chunk`, `${chunkedPath}/chunk`, `${chunkedPath}/chunk`]);
    expect(server.to(`${chunkedPath}/chunk`)).toHaveLength(5);
    expect(server.to(`${chunkedPath}/cancel`).map(({ body }) => body)).toEqual([
      { uploadId: "birthday.mp4-1750000000000" },
    ]);
    expect(server.uploads.size).toBe(0);
    expect(await store.list()).toEqual([]);
  });

  test("also ends the wait for the network", async () => {
    server.next("/api/media", "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg")]);
    const run = engine.start(uploadForm);
    await when(engine, ({ items }) => items[0]?.stage === "saving");
    setOnline(false);
    await when(engine, ({ items }) => items[0]?.stage === "lost");
    engine.cancel();
    expect((await run).cancelled?.message).toBe("Upload cancelled by user");
  });
});

describe("a duplicate", () => {
  test("never stops the rest: one report at the end lists all, until dismissed", async () => {
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
    const outcome = await engine.start(uploadForm);
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

  test("is not reported if the run was cancelled afterwards", async () => {
    server.next("/api/media", duplicate(), "silent");
    const engine = engineFor();
    engine.add([photo("one.jpg"), photo("two.jpg")]);
    const run = engine.start(uploadForm);
    await when(engine, ({ items }) => items[0]?.stage === "saving" && items[0].file.name === "two.jpg");
    engine.cancel();
    expect((await run).cancelled?.files.map(({ file }) => file.name)).toEqual(["two.jpg"]);
    expect(engine.state()).toMatchObject({ items: [], report: null });
  });

  test.each<[string, string, UploadReply]>([
    ["on completing", `${chunkedPath}/complete`, duplicate()],
    [
      "by the word in an init's error",
      `${chunkedPath}/init`,
      { status: 409, json: { error: "A duplicate upload" } },
    ],
  ])("is found in the chunked flow %s, and leaves nothing to resume", async (_, path, reply) => {
    server.next(path, reply);
    const store = memoryResumeStore();
    const engine = engineFor(store);
    engine.add([longClip()]);
    const outcome = await engine.start(uploadForm);
    expect(outcome).toMatchObject({
      uploaded: 0,
      duplicates: [{ item: { file: { name: "birthday.mp4" } } }],
    });
    expect(outcome.failed).toEqual([]);
    expect(await store.list()).toEqual([]);
  });
});
