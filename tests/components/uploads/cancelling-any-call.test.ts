import { readAsDataUrl } from "@/lib/album/uploads/client/read-file";
import { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import { longClip, photo } from "@/tests/support/chosen-files";
import { FakeUploadServer } from "@/tests/support/fake-upload-server";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";

const form = { year: 2025, month: 6, description: "" };
const chunked = "/api/media/chunked-upload";

test.each([
  ["/api/media", photo("lake.jpg"), "Upload cancelled by user"],
  [`${chunked}/init`, longClip(), "Chunked upload cancelled by user"],
  [`${chunked}/chunk`, longClip(), "Chunked upload cancelled by user"],
  [`${chunked}/complete`, longClip(), "Chunked upload cancelled by user"],
])("cancelling while %s is in flight aborts that call", async (path, chosen, message) => {
  const server = new FakeUploadServer().install();
  server.next(path, "silent");
  const engine = new UploadEngine({
    userId: "ada",
    sessionId: "session-1",
    familyId: "okafors",
    store: memoryResumeStore(),
    pause: async () => {},
  });
  engine.add([chosen]);
  const run = engine.start(form);
  await server.until(path, 1);
  engine.cancel();
  expect((await run).cancelled?.message).toBe(message);
  expect(server.aborted).toEqual([path]);
  expect(engine.state()).toMatchObject({ items: [], isRunning: false });
});

test("reading a file is reported in whole percent", async () => {
  const read = jest.spyOn(FileReader.prototype, "readAsDataURL").mockImplementation(function (
    this: FileReader,
  ) {
    for (const loaded of [1, 2, 3]) {
      this.onprogress?.({ lengthComputable: true, loaded, total: 3 } as ProgressEvent<FileReader>);
    }
    Object.defineProperty(this, "result", { value: "data:," });
    this.onload?.({} as ProgressEvent<FileReader>);
  });
  const percents: number[] = [];
  await readAsDataUrl(new Blob(["abc"]), {
    signal: new AbortController().signal,
    failure: "Failed to read file",
    onPercent: (percent) => percents.push(percent),
  });
  read.mockRestore();
  expect(percents).toEqual([33, 67, 100]);
});
