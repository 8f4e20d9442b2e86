import { clip, photo } from "@/tests/support/chosen-files";
import type { UploadReply } from "@/tests/support/fake-upload-server";
import {
  engineFor,
  pauses,
  server,
  uploadForm,
  watch,
  withUploadServer,
} from "@/tests/support/upload-engine";

withUploadServer();

describe("one request", () => {
  test("contains the specification's form fields, the unchanged file, and an Idempotency-Key", async () => {
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    const outcome = await engine.start(uploadForm);
    expect(outcome).toMatchObject({ total: 1, uploaded: 1, failed: [], cancelled: null });
    expect(server.to("/api/media")).toHaveLength(1);
    const [call] = server.calls;
    expect(call?.body).toEqual({
      fileName: "lake.jpg",
      fileType: "image",
      fileData: { type: "image/jpeg", bytes: "\x07\x07\x07" },
      ...uploadForm,
      userId: "ada",
      sessionId: "session-1",
    });
    expect(call?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(call?.headers["Content-Type"]).toMatch(
      /^multipart\/form-data; boundary=----keepsake-[0-9a-f]{32}$/,
    );
  });

  test("accepts a name and a description in any script, and with characters a form must escape", async () => {
    const engine = engineFor();
    const name = 'Ölbäume "am" Meer\r\n--🌊.jpg';
    engine.add([photo(name)]);
    const description = 'So "schön"\r\n\r\n#Urlaub 🏖';
    await engine.start({ ...uploadForm, description });
    expect(server.calls[0]?.body).toMatchObject({ fileName: name, description });
  });

  test("has the same bytes on every attempt: the server recognises a repeated request by them", async () => {
    server.next("/api/media", "lost", "lost");
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    await engine.start(uploadForm);
    const [first, ...others] = server.calls.map(({ headers, body }) => [headers["Content-Type"], body]);
    expect(others).toEqual([first, first]);
  });

  test("passes 30, 50, 90 and 100 percent, and never decreases", async () => {
    const engine = engineFor();
    const seen = watch(engine);
    engine.add([photo("lake.jpg")]);
    await engine.start(uploadForm);
    const percents = seen.flatMap(({ items }) => items.map((item) => item.percent));
    expect(percents).toEqual(expect.arrayContaining([30, 40, 50, 90, 100]));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(pauses).toEqual([100]);
  });

  test("a clip of exactly 10MB is sent in one request, a longer one in chunks", async () => {
    const engine = engineFor();
    engine.add([clip("short.mp4", 10 * 1_048_576)]);
    await engine.start(uploadForm);
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
  ])("a refusal is shown with %s", async (_, reply, reason) => {
    server.next("/api/media", reply);
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    const { failed, uploaded } = await engine.start(uploadForm);
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
    const { failed } = await engine.start(uploadForm);
    spy.mockRestore();
    expect(failed[0]?.error).toBe("Failed to upload lake.jpg: Failed to read file");
    expect(server.calls).toHaveLength(0);
  });

  test("a lost connection is retried twice with the same key, then reported", async () => {
    server.next("/api/media", "lost", "lost", "lost");
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    const { failed } = await engine.start(uploadForm);
    expect(failed[0]?.error).toBe("Failed to upload lake.jpg: Network error during upload");
    const keys = server.calls.map(({ headers }) => headers["Idempotency-Key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(pauses).toEqual([1000, 2000]);
  });

  test("retrying keeps the key while the content is the same, and uses a new one for other text", async () => {
    server.next("/api/media", { status: 500 }, { status: 500 });
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    await engine.start(uploadForm);
    await engine.start(uploadForm);
    await engine.start({ ...uploadForm, description: "Other words" });
    const [first, second, third] = server.calls.map(({ headers }) => headers["Idempotency-Key"]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(engine.state().items).toEqual([]);
  });

  test("a request that the server is still processing is repeated", async () => {
    const busy = { status: 409, json: { error: "Still running", code: "request_in_progress" } };
    server.next("/api/media", "lost", { ...busy, headers: { "Retry-After": "1" } });
    const engine = engineFor();
    engine.add([photo("lake.jpg")]);
    expect(await engine.start(uploadForm)).toMatchObject({ uploaded: 1, failed: [] });
    expect(server.kept).toHaveLength(1);
  });
});
