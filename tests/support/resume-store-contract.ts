import type { ResumeStore, UnfinishedUpload } from "@/lib/album/uploads/client/resume-store";

export function unfinished(uploadId: string, change: Partial<UnfinishedUpload> = {}): UnfinishedUpload {
  return {
    uploadId,
    familyId: "okafors",
    file: new File(["first steps"], `${uploadId}.mp4`, { type: "video/mp4", lastModified: 5 }),
    year: 2025,
    month: 6,
    description: "#baby",
    startedAt: Date.now(),
    ...change,
  };
}

/** What every store of unfinished uploads must do. */
export function describeResumeStore(name: string, create: () => ResumeStore): void {
  describe(name, () => {
    test("gives back what was saved, and nothing that was removed", async () => {
      const store = create();
      expect(await store.list()).toEqual([]);
      await store.save(unfinished("one"));
      await store.save(unfinished("two"));
      await store.remove("one");
      await store.remove("never there");
      expect((await store.list()).map(({ uploadId, description }) => [uploadId, description])).toEqual([
        ["two", "#baby"],
      ]);
    });

    test("keeps one upload per id", async () => {
      const store = create();
      await store.save(unfinished("one"));
      await store.save(unfinished("one", { month: 7 }));
      expect((await store.list()).map(({ month }) => month)).toEqual([7]);
    });
  });
}
