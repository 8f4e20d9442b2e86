import { isKept } from "@/lib/album/uploads/client/resume-store";
import { longClip } from "@/tests/support/chosen-files";
import { setOnline } from "@/tests/support/fake-upload-server";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";
import {
  chunkedPath,
  engineFor,
  server,
  silence,
  uploadForm,
  when,
  withUploadServer,
} from "@/tests/support/upload-engine";

withUploadServer();

describe("resuming", () => {
  test("after the network was lost in the middle: chunks in flight are sent again, and nothing before them", async () => {
    server.next(`${chunkedPath}/chunk`, "usual", "usual", "usual", ...silence);
    const engine = engineFor();
    engine.add([longClip()]);
    const run = engine.start(uploadForm);
    await server.until(`${chunkedPath}/chunk`, 6);
    const before = engine.state().items[0]?.percent ?? 0;
    setOnline(false);
    await when(engine, ({ items }) => items[0]?.stage === "lost");
    expect(engine.state().items[0]?.percent).toBeGreaterThanOrEqual(before);
    setOnline(true);
    expect(await run).toMatchObject({ uploaded: 1, failed: [] });
    expect(server.chunkIndexes()).toEqual([0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(server.to(`${chunkedPath}/init`)).toHaveLength(1);
  });

  /** A page that was closed in the middle of a clip, after three chunks arrived. */
  async function leftBehind() {
    const store = memoryResumeStore();
    const engine = engineFor(store);
    server.next(`${chunkedPath}/chunk`, "usual", "usual", "usual", ...silence);
    engine.add([longClip()]);
    void engine.start(uploadForm);
    await server.until(`${chunkedPath}/chunk`, 6);
    server.calls.length = 0;
    return store;
  }

  test("after a reload: the stored file is offered and only what the server lacks is sent", async () => {
    const store = await leftBehind();
    const engine = engineFor(store, () => 1_760_000_000_000);
    const [offered] = await engine.listUnfinished();
    expect(offered).toMatchObject({ uploadId: "birthday.mp4-1750000000000", ...uploadForm });
    if (!offered || !isKept(offered)) throw new Error("nothing was offered");
    const id = engine.continueUnfinished(offered);
    expect(await engine.listUnfinished()).toEqual([]);
    const run = engine.start({ year: 2022, month: 1, description: "" }, { ids: [id] });
    await when(engine, ({ items }) => items[0]?.isContinued === true);
    expect(await run).toMatchObject({ total: 1, uploaded: 1 });
    expect(server.calls[0]).toMatchObject({
      method: "GET",
      path: `${chunkedPath}/birthday.mp4-1750000000000`,
    });
    expect(server.to(`${chunkedPath}/init`)).toHaveLength(0);
    expect(server.chunkIndexes()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(server.calls.filter(({ method }) => method === "PATCH")).toEqual([]);
    expect(await store.list()).toEqual([]);
  });

  test("choosing the same file again resumes under the old id, and files it as now requested", async () => {
    const store = await leftBehind();
    const engine = engineFor(store, () => 1_760_000_000_000);
    engine.add([longClip()]);
    expect(await engine.start({ ...uploadForm, month: 7 })).toMatchObject({ uploaded: 1 });
    expect(server.chunkIndexes()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(server.calls.at(-1)).toMatchObject({
      method: "PATCH",
      path: "/api/media/item-1",
      body: { ...uploadForm, month: 7 },
    });
  });

  test("an upload that the server forgot starts over", async () => {
    const store = await leftBehind();
    server.uploads.clear();
    const engine = engineFor(store);
    const [offered] = await engine.listUnfinished();
    if (!offered || !isKept(offered)) throw new Error("nothing was offered");
    await engine.start(uploadForm, { ids: [engine.continueUnfinished(offered)] });
    expect(server.to(`${chunkedPath}/init`)).toHaveLength(1);
    expect(server.chunkIndexes()).toHaveLength(11);
  });

  test("an upload that a switch to another family refused waits for its own family", async () => {
    const store = memoryResumeStore();
    const refused = { status: 409, json: { error: "Switch back first.", code: "family_changed" } };
    server.next(`${chunkedPath}/init`, refused);
    const engine = engineFor(store);
    engine.add([longClip()]);
    expect(await engine.start(uploadForm)).toMatchObject({ broken: "Init failed: Switch back first." });
    expect(server.to(`${chunkedPath}/init`)[0]?.headers["X-Family-ID"]).toBe("okafors");
    expect(await engineFor(store).listUnfinished()).toMatchObject([{ familyId: "okafors" }]);
  });

  test("discarding frees space on the server and in the browser", async () => {
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
      ...uploadForm,
      startedAt: 1,
    });
    expect(await engineFor(store).listUnfinished()).toEqual([]);
  });
});
