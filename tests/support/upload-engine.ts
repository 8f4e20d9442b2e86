import { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import type { UploadState } from "@/lib/album/uploads/upload-state";
import { FakeUploadServer, setOnline } from "@/tests/support/fake-upload-server";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";

export const chunkedPath = "/api/media/chunked-upload";
/** Three calls are under way at once. */
export const silence = ["silent", "silent", "silent"] as const;
export const uploadForm = { year: 2025, month: 6, description: "At the lake #summer" };

/** The server of the running test. */
export let server: FakeUploadServer;
/** How long the engine waited each time, in milliseconds. */
export let pauses: number[];

/** For test files of the engine: every test has its own server. */
export function withUploadServer(): void {
  beforeEach(() => {
    server = new FakeUploadServer().install();
    pauses = [];
  });
  afterEach(() => setOnline(true));
}

export function engineFor(store = memoryResumeStore(), now = () => 1_750_000_000_000): UploadEngine {
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
export function watch(engine: UploadEngine): UploadState[] {
  const seen: UploadState[] = [];
  engine.subscribe(() => seen.push(engine.state()));
  return seen;
}

/** Resolves with the first state that fits. */
export function when(engine: UploadEngine, fits: (state: UploadState) => boolean): Promise<UploadState> {
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
