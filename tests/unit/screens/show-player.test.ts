import { deviceOf, type ShowCalls } from "@/lib/album/screens/client/show-calls";
import { ShowPlayer, type ShowView } from "@/lib/album/screens/client/show-player";
import type { ShowItemDto, ShowStateDto } from "@/lib/album/screens/schema";
import { ApiError } from "@/lib/http/api-error";

const item = (id: string, change: Partial<ShowItemDto> = {}): ShowItemDto => ({
  id,
  mediaType: "image",
  year: 2024,
  month: 6,
  yearPrecision: "exact",
  description: "",
  takenAt: null,
  durationMs: null,
  editVersion: 0,
  playable: "none",
  playableSmall: "none",
  uploadedBy: null,
  ...change,
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => item(`photo-${index + 1}`));

const refused = (status: number, code: string) => new ApiError(status, "", { text: "", json: { code } });
const offline = () => new TypeError("Failed to fetch");

/** A fake server with a show, in place of the network calls. */
class FakeShow implements ShowCalls {
  state: ShowStateDto | null = {
    name: "Kitchen",
    source: { kind: "everything" },
    seconds: 15,
    isShuffled: false,
    isPaused: false,
    step: 0,
    isGone: false,
    version: "1.0",
  };
  items = numbered(3);
  isOffline = false;
  deleted = new Set<string>();
  codes = 0;
  /** The addresses of the pictures that the page holds. */
  held = new Set<string>();
  loads: string[] = [];
  pageSize = 100;
  expiresInMs = 600_000;

  async getCode() {
    this.#answer();
    this.codes++;
    return { code: `CODE0${this.codes}`, expiresAt: new Date(Date.now() + this.expiresInMs).toISOString() };
  }

  async getState(showing: string | null) {
    this.#answer();
    if (!this.state) throw refused(401, "screen_not_paired");
    return { ...this.state, isGone: showing !== null && this.deleted.has(showing) };
  }

  async listItems(cursor: string | null) {
    this.#answer();
    const start = Number(cursor ?? 0);
    const left = this.items.filter(({ id }) => !this.deleted.has(id));
    const end = start + this.pageSize;
    const items = left.slice(start, end).map((one) => ({ ...one }));
    return { items, nextCursor: end < left.length ? String(end) : null };
  }

  async loadPicture({ id }: ShowItemDto) {
    this.#answer();
    if (this.deleted.has(id)) throw refused(404, "not_found");
    this.loads.push(id);
    const url = `blob:${id}#${this.loads.length}`;
    this.held.add(url);
    return url;
  }

  forgetPicture(url: string) {
    this.held.delete(url);
  }

  #answer() {
    if (this.isOffline) throw offline();
  }
}

let show: FakeShow;
let view: ShowView;
let player: ShowPlayer;
let reloads: number;
const change = (next: Partial<ShowStateDto>) => Object.assign(show.state ?? {}, next);
const shown = () => (view.stage === "show" ? (view.slides.at(-1)?.item.id ?? null) : view.stage);
const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000);

beforeEach(() => {
  jest.useFakeTimers({ now: new Date(2026, 10, 26, 12) });
  show = new FakeShow();
  reloads = 0;
});
afterEach(() => {
  player.end();
  jest.useRealTimers();
});

async function start() {
  player = new ShowPlayer(
    show,
    (next) => {
      view = next;
    },
    () => {
      reloads++;
    },
  );
  player.start();
  await pass(0);
}

test("shows photo after photo, and starts again after the last", async () => {
  await start();
  const seen: (string | null)[] = [];
  for (let slide = 0; slide < 5; slide++) {
    seen.push(shown());
    await pass(15);
  }
  expect(seen).toEqual(["photo-1", "photo-2", "photo-3", "photo-1", "photo-2"]);
});

test("keeps the previous slide below the current one, and no other", async () => {
  await start();
  for (let slide = 0; slide < 5; slide++) {
    await pass(15);
    expect(view.stage === "show" && view.slides.length).toBe(2);
  }
});

test("holds a few of a large album's items and pictures at a time", async () => {
  show.items = numbered(3_000);
  change({ seconds: 5 });
  await start();
  await pass(5 * 2_500);
  expect(shown()).toBe("photo-2501");
  expect(show.held.size).toBeLessThanOrEqual(24);
  player.end();
  expect(show.held.size).toBe(0);
});

test("follows the phone within two seconds", async () => {
  await start();
  change({ step: 1 });
  await pass(2);
  expect(shown()).toBe("photo-2");
  change({ step: 0 });
  await pass(2);
  expect(shown()).toBe("photo-1");
  change({ isPaused: true });
  await pass(2);
  expect(view).toMatchObject({ isPaused: true });
  await pass(600);
  expect(shown()).toBe("photo-1");
  change({ isPaused: false, seconds: 5 });
  await pass(2);
  await pass(5);
  expect(shown()).toBe("photo-2");
  show.items = [item("other")];
  change({ source: { kind: "favorites" } });
  await pass(2);
  expect(shown()).toBe("other");
});

test("pauses at the TV's own remote until the phone says otherwise", async () => {
  await start();
  player.setPaused(true);
  await pass(60);
  expect([shown(), player.isPaused]).toEqual(["photo-1", true]);
  player.step(1);
  await pass(0);
  expect(shown()).toBe("photo-2");
  change({ isPaused: true });
  await pass(2);
  change({ isPaused: false });
  await pass(2);
  expect(player.isPaused).toBe(false);
});

test("continues with the pictures it has while the network is down, and recovers", async () => {
  await start();
  await pass(30);
  expect(shown()).toBe("photo-3");
  show.isOffline = true;
  const seen = new Set<string | null>();
  for (let slide = 0; slide < 8; slide++) {
    await pass(15);
    seen.add(shown());
  }
  expect([...seen].sort()).toEqual(["photo-1", "photo-2", "photo-3"]);
  show.isOffline = false;
  show.items = [item("new")];
  change({ step: 1, source: { kind: "latest" } });
  await pass(5);
  expect(shown()).toBe("new");
});

test("waits for a server that isn't up yet", async () => {
  show.isOffline = true;
  await start();
  expect(show.codes).toBe(0);
  await pass(60);
  show.isOffline = false;
  await pass(5);
  expect(shown()).toBe("photo-1");
});

test("removes a deleted photo from the screen, and skips one that is deleted before its turn", async () => {
  show.items = numbered(4);
  await start();
  show.deleted.add("photo-1").add("photo-3");
  await pass(2);
  expect(shown()).toBe("photo-2");
  await pass(16);
  expect(shown()).toBe("photo-4");
});

test("a photo deleted while its picture was held isn't shown half a minute later", async () => {
  show.items = numbered(4);
  await start();
  await pass(15);
  show.deleted.add("photo-1");
  const seen: (string | null)[] = [];
  for (let slide = 0; slide < 8; slide++) {
    await pass(15);
    seen.push(shown());
  }
  expect(seen).not.toContain("photo-1");
});

test("says when there is nothing to show, and shows what comes", async () => {
  show.items = [];
  await start();
  expect(view).toMatchObject({ stage: "show", slides: [] });
  show.items = numbered(1);
  await pass(30);
  expect(shown()).toBe("photo-1");
});

test("shows a code until it is paired, and a new one when that expires", async () => {
  const { state } = show;
  show.state = null;
  await start();
  expect(view).toMatchObject({ stage: "code", code: { code: "CODE01" } });
  await pass(599);
  expect(show.codes).toBe(1);
  await pass(3);
  expect(view).toMatchObject({ stage: "code", code: { code: "CODE02" } });
  show.state = state;
  await pass(2);
  expect(shown()).toBe("photo-1");
});

test("requests a code again if the server was unreachable", async () => {
  show.state = null;
  const { getCode } = show;
  show.getCode = async () => {
    throw refused(503, "unavailable");
  };
  await start();
  expect(view).toEqual({ stage: "code", code: null });
  show.getCode = getCode;
  await pass(2);
  expect(view).toMatchObject({ code: { code: "CODE01" } });
});

test("when removed on the phone, shows a code at once and releases every picture", async () => {
  await start();
  await pass(20);
  expect(show.held.size).toBeGreaterThan(0);
  show.state = null;
  await pass(2);
  expect(view).toMatchObject({ stage: "code", code: { code: "CODE01" } });
  await pass(60);
  expect(show.held.size).toBe(0);
  expect(view).toMatchObject({ stage: "code" });
});

test("shows nothing while the family is suspended", async () => {
  await start();
  const { getState } = show;
  show.getState = async () => {
    throw refused(403, "family_suspended");
  };
  await pass(2);
  expect(view).toEqual({ stage: "closed" });
  expect(show.held.size).toBe(0);
  show.getState = getState;
  await pass(2);
  expect(shown()).toBe("photo-1");
});

test("a clip stays until it is over; an unplayable one doesn't make slides race", async () => {
  const clip = { mediaType: "video", playable: "ready" } as const;
  show.items = [item("clip-1", clip), item("clip-2", clip), item("photo-1")];
  await start();
  expect(view).toMatchObject({ slides: [{ src: null }] });
  await pass(45);
  expect(shown()).toBe("clip-1");
  const over = () => view.stage === "show" && player.clipOver(view.slides.at(-1)?.key ?? 0);
  over();
  await pass(0);
  expect(shown()).toBe("clip-2");
  over();
  await pass(0.9);
  expect(shown()).toBe("clip-2");
  await pass(0.1);
  expect(shown()).toBe("photo-1");
});

test("switches to a new version at four in the morning, and not before", async () => {
  jest.setSystemTime(new Date(2026, 10, 27, 3, 58));
  await start();
  change({ version: "1.1" });
  await pass(110);
  expect(reloads).toBe(0);
  await pass(20);
  expect(reloads).toBeGreaterThan(0);
});

test("keeps its version if there is no newer one", async () => {
  jest.setSystemTime(new Date(2026, 10, 27, 3, 58));
  await start();
  await pass(240);
  expect(reloads).toBe(0);
});

test.each([
  ["tv", "Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 Version/6.0 TV Safari/537.36"],
  ["tv", "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/87.0 Safari/537.36"],
  ["tv", "Mozilla/5.0 (Linux; Android 11; BRAVIA 4K) AppleWebKit/537.36 Chrome/116.0 Safari/537.36"],
  ["tablet", "Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"],
  ["tablet", "Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 Chrome/116.0 Safari/537.36"],
  ["phone", "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36"],
  ["computer", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/116.0 Safari/537.36"],
])("recognises a %s by %s", (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device);
});
