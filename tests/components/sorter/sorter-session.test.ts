import { waitFor } from "@testing-library/react";
import { specifiedLimits } from "@/lib/album/uploads/client/queries";
import { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { SorterSession } from "@/lib/sorter/client/sorter-session";
import type { SorterState } from "@/lib/sorter/client/sorter-state";
import type { FileFacts } from "@/lib/sorter/file-facts";
import type { Refusal } from "@/lib/sorter/review-item";
import { FakeUploadServer, type UploadReply } from "@/tests/support/fake-upload-server";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";
import { sortedItem } from "@/tests/support/sorter-items";
import { FakeReaders, memoryReviewStore } from "@/tests/support/sorter-session";

let server: FakeUploadServer;
let inAlbum: string[];
let places: (string | null)[];
let limits: UploadLimits;

beforeEach(() => {
  server = new FakeUploadServer().install();
  inAlbum = [];
  places = [];
  limits = specifiedLimits;
  server.others = ({ path, body }): UploadReply => {
    if (path === "/api/media/known") {
      const known = (body.sha256 as string[]).filter((sha256) => inAlbum.includes(sha256));
      return { json: { known: known.map((sha256) => ({ sha256, id: "m1", year: 2024, month: 7 })) } };
    }
    if (path === "/api/places/nearest") return { json: { places } };
    return { json: {} };
  };
});

const facts = (change: Parameters<typeof sortedItem>[0] = {}): FileFacts =>
  sortedItem(change).facts as FileFacts;
const photo = (name: string, content = name) =>
  new File([content], name, { type: "image/jpeg", lastModified: 5 });
const dropped = (...names: string[]) => names.map((name) => ({ file: photo(name), path: name }));

function begin(found: Record<string, FileFacts | Refusal>, kept = memoryReviewStore(), room = 1e9) {
  const readers = new FakeReaders(found);
  const engine = new UploadEngine({
    userId: "ada",
    sessionId: "session-1",
    familyId: "okafors",
    store: memoryResumeStore(),
    pause: async () => {},
  });
  const onUploaded = jest.fn();
  const session = new SorterSession({
    readers,
    engine,
    store: kept.store,
    timeZone: "Europe/London",
    room: async () => room,
    limits: async () => limits,
    now: () => new Date(2026, 5, 15),
    onUploaded,
  });
  return { session, readers, kept, onUploaded };
}

/** Resolves with the first state that matches. On a busy machine, changes show a moment later. */
function when(session: SorterSession, fits: (state: SorterState) => boolean): Promise<SorterState> {
  return new Promise((resolve) => {
    const look = () => {
      if (!fits(session.state())) return;
      stop();
      resolve(session.state());
    };
    const stop = session.subscribe(look);
    look();
  });
}

const isSorted = ({ items, placed, isLoading }: SorterState) =>
  !isLoading && items.size > 0 && placed.waiting.length === 0;

const namesIn = ({ items }: SorterState, ids: readonly string[] = []) => ids.map((id) => items.get(id)?.name);

test("files are read, recognised by the album before any upload, and put in their places", async () => {
  const known = facts();
  inAlbum = [known.sha256];
  const { session } = begin({ "a.jpg": facts(), "b.jpg": known, "c.jpg": "broken" });
  await session.add([
    ...dropped("a.jpg", "b.jpg", "c.jpg"),
    { file: new File(["x"], "notes.txt"), path: "notes.txt" },
  ]);
  const state = await when(session, isSorted);
  expect(namesIn(state, state.placed.months[0]?.ids)).toEqual(["a.jpg"]);
  expect(namesIn(state, state.placed.alreadyInAlbum)).toEqual(["b.jpg"]);
  expect(namesIn(state, state.placed.rejected).sort()).toEqual(["c.jpg", "notes.txt"]);
  expect(server.calls.map(({ path }) => path)).toEqual(["/api/media/known"]);
});

test("the server learns a place to about a kilometre, and returns its name", async () => {
  places = ["Leeds"];
  const { session } = begin({ "a.jpg": facts({ place: { latitude: 53.801_234, longitude: -1.549_876 } }) });
  await session.add(dropped("a.jpg"));
  const state = await when(session, (now) =>
    [...now.items.values()].some(({ placeName }) => placeName === "Leeds"),
  );
  expect(state.placed.months).toHaveLength(1);
  expect(server.calls.at(-1)?.body).toEqual({ points: [{ latitude: 53.8, longitude: -1.55 }] });
});

test("an unreachable server is reported, and asked again on a press", async () => {
  server.next("/api/media/known", { status: 503, json: { message: "Back in a minute." } });
  const { session } = begin({ "a.jpg": facts() });
  await session.add(dropped("a.jpg"));
  await when(session, ({ problem, placed }) => problem !== null && placed.waiting.length === 1);
  session.retry();
  expect((await when(session, isSorted)).problem).toBeNull();
});

test("the same file is listed once, however often it is added", async () => {
  const { session, readers } = begin({ "a.jpg": facts() });
  await session.add(dropped("a.jpg", "a.jpg"));
  await session.add(dropped("a.jpg"));
  expect((await when(session, isSorted)).items.size).toBe(1);
  expect(readers.read).toEqual(["a.jpg"]);
});

test("everything with a month is uploaded to it with its description; the rest stays", async () => {
  const { session, onUploaded } = begin({
    "a.jpg": facts(),
    "b.jpg": facts({ taken: null }),
    "c.jpg": facts({ paper: "screenshot" }),
  });
  await session.add(dropped("a.jpg", "b.jpg", "c.jpg"));
  const sorted = await when(session, isSorted);
  const id = (name: string) => [...sorted.items.values()].find((item) => item.name === name)?.id ?? "";
  session.moveTo([id("b.jpg")], { year: 2023, month: 2 });
  session.describe(new Map([[id("a.jpg"), "At the lake #summer"]]));
  await when(session, ({ placed }) => placed.months.length === 2);
  await session.upload();
  const state = await when(session, ({ placed }) => placed.uploaded.length === 2);
  expect(server.kept).toHaveLength(2);
  expect(server.kept).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        fileName: "a.jpg",
        year: 2024,
        month: 7,
        description: "At the lake #summer",
      }),
      expect.objectContaining({ fileName: "b.jpg", year: 2023, month: 2 }),
    ]),
  );
  expect(state.upload).toMatchObject({ isRunning: false, total: 2, done: 2, failed: 0, stopped: null });
  expect(namesIn(state, state.placed.uploaded).sort()).toEqual(["a.jpg", "b.jpg"]);
  expect(namesIn(state, state.placed.documents)).toEqual(["c.jpg"]);
  expect(onUploaded).toHaveBeenCalledTimes(1);
});

test("failures and duplicates stop nothing; what failed stays in its month for the next upload", async () => {
  const { session } = begin({ "a.jpg": facts(), "b.jpg": facts(), "c.jpg": facts() });
  await session.add(dropped("a.jpg", "b.jpg", "c.jpg"));
  await when(session, isSorted);
  server.next(
    "/api/media",
    { status: 422, json: { error: "No room.", message: "No room.", code: "storage_limit" } },
    {
      status: 409,
      json: {
        error: "duplicate_file",
        message: "There.",
        duplicate: { existingId: "m", fileName: "b.jpg", uploadDate: "" },
      },
    },
  );
  await session.upload();
  expect(session.state().upload).toMatchObject({ total: 3, done: 1, failed: 1, alreadyInAlbum: 1 });
  await when(session, ({ placed }) => placed.months[0]?.ids.length === 1);
  await session.upload();
  expect(session.state().upload).toMatchObject({ total: 1, done: 1, failed: 0 });
  await when(session, ({ placed }) => placed.months.length === 0);
});

test("a closed tab's review comes back: stored files continue, the others take their places when chosen again", async () => {
  const found = { "a.jpg": facts(), "b.jpg": facts() };
  const kept = memoryReviewStore();
  const first = begin(found, kept, 0);
  await first.session.add(dropped("a.jpg", "b.jpg"));
  const sorted = await when(first.session, isSorted);
  const [id = ""] = sorted.items.keys();
  first.session.moveTo([id], { year: 2022, month: 1 });
  await when(first.session, ({ items }) => items.get(id)?.chosenMonth !== null);
  first.session.stop();

  const { session, readers } = begin(found, kept);
  const back = await when(session, isSorted);
  expect(back).toMatchObject({ missing: 2, locked: 0 });
  expect(back.items.get(id)?.chosenMonth).toEqual({ year: 2022, month: 1 });
  await session.add(dropped("a.jpg", "b.jpg"));
  const { items } = await when(session, ({ missing }) => missing === 0);
  expect(items.size).toBe(2);
  // Nothing was read twice.
  expect(readers.read).toEqual([]);
  await session.upload();
  expect(server.kept).toHaveLength(2);
});

test("a batch of hundreds is stored whole, a little at a time", async () => {
  const names = Array.from({ length: 230 }, (_, at) => `IMG ${at}.jpg`);
  const kept = memoryReviewStore();
  const saveItems = jest.spyOn(kept.store, "saveItems");
  const { session } = begin(Object.fromEntries(names.map((name) => [name, facts()])), kept);
  await session.add(dropped(...names));
  await when(session, isSorted);
  await waitFor(() => {
    expect([...kept.items.values()].filter((item) => item.known === null)).toHaveLength(230);
    expect(kept.sources.size).toBe(230);
  });
  expect(Math.max(...saveItems.mock.calls.map(([items]) => items.length))).toBeLessThanOrEqual(40);
});

test("a refused file that is added again is read again", async () => {
  const { session, readers } = begin({ "a.jpg": "missing", "b.jpg": facts() });
  await session.add(dropped("a.jpg", "b.jpg"));
  const refused = await when(session, isSorted);
  expect(namesIn(refused, refused.placed.rejected)).toEqual(["a.jpg"]);
  readers.found["a.jpg"] = facts();
  await session.add(dropped("a.jpg"));
  const sorted = await when(session, (state) => isSorted(state) && state.placed.rejected.length === 0);
  expect(namesIn(sorted, sorted.placed.months[0]?.ids).sort()).toEqual(["a.jpg", "b.jpg"]);
  expect(readers.read).toEqual(["a.jpg", "b.jpg", "a.jpg"]);
});

test("an archive's large photo is unpacked up to its own size, and read again if it was refused", async () => {
  const { session, readers } = begin({ "large.jpg": facts() });
  const bytes = 150 * 1024 * 1024;
  readers.archived = [{ path: "large.jpg", bytes, modifiedMs: 5, isEncrypted: false, sidecar: null }];
  limits = { ...limits, maxImageBytes: 10 * 1024 * 1024 };
  const archive = [{ file: new File(["zip"], "takeout.zip", { lastModified: 5 }), path: "takeout.zip" }];
  await session.add(archive);
  await when(session, ({ placed }) => placed.rejected.length === 1);
  limits = { ...limits, maxImageBytes: 200 * 1024 * 1024 };
  await session.add(archive);
  await when(session, (state) => isSorted(state) && state.placed.rejected.length === 0);
  expect(readers.maxBytes).toEqual([bytes]);
});

test("starting over forgets everything, signing out ends everything", async () => {
  const { session, kept, readers } = begin({ "a.jpg": facts() });
  await session.add(dropped("a.jpg"));
  await when(session, isSorted);
  await session.clear();
  await when(session, ({ items }) => items.size === 0);
  expect(kept.items.size + kept.sources.size).toBe(0);
  session.stop();
  expect(readers.isClosed).toBe(true);
});
