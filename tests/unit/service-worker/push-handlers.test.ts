import { forgetPush, installPushHandlers, type PushScope } from "@/lib/service-worker/push-handlers";

const origin = "https://album.test";

interface Shown {
  title: string;
  options: { body: string; tag?: string; icon: string; badge: string; data: { url: string } };
}

interface FakeWindow {
  url: string;
  visibilityState: string;
  /** The actions performed on it. */
  done: string[];
  canFocus?: boolean;
  isControlled?: boolean;
}

/** The parts of a service worker's global scope that the handlers use. */
class FakeWorld {
  readonly shown: Shown[] = [];
  readonly opened: string[] = [];
  readonly calls: { path: string; body: unknown }[] = [];
  readonly subscribedWith: Uint8Array[] = [];
  subscription: PushSubscription | null = null;
  windows: FakeWindow[] = [];
  /** Answers by path; without one, the network is down. */
  answers: Record<string, { status: number; json?: unknown }> = {
    "/api/push/vapid-key": { status: 200, json: { publicKey: "BAEC" } },
    "/api/push/subscribe": { status: 201 },
    "/api/push/unsubscribe": { status: 200 },
  };
  readonly #listeners = new Map<string, (event: never) => void>();

  constructor() {
    installPushHandlers(this.scope());
  }

  scope(): PushScope {
    return {
      location: { origin },
      registration: {
        showNotification: async (title, options) => void this.shown.push({ title, options }),
        getNotifications: async () => this.shown.map(() => ({ close: () => void this.shown.pop() })),
        pushManager: {
          getSubscription: async () => this.subscription,
          subscribe: async ({ applicationServerKey }) => {
            this.subscribedWith.push(applicationServerKey);
            return subscription("https://push.test/renewed");
          },
        },
      },
      clients: {
        matchAll: async () =>
          this.windows.map((window) => ({
            url: window.url,
            visibilityState: window.visibilityState,
            focus: async () => {
              if (window.canFocus === false) throw new Error("Not allowed to focus a window");
              window.done.push("focus");
            },
            navigate: async (url: string) => {
              if (window.isControlled === false) throw new TypeError("This window is not the worker's");
              window.done.push(url);
            },
          })),
        openWindow: async (url) => void this.opened.push(url),
      },
      fetch: async (path, init) => {
        const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
        this.calls.push({ path, body });
        const answer = this.answers[path];
        if (!answer) throw new TypeError("Failed to fetch");
        return new Response(JSON.stringify(answer.json ?? {}), { status: answer.status });
      },
      addEventListener: (type, listener) => void this.#listeners.set(type, listener),
    };
  }

  /** Dispatches an event and waits for the work it starts. */
  async happen(type: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = [];
    const whole = { ...event, waitUntil: (one: Promise<unknown>) => void work.push(one) };
    this.#listeners.get(type)?.(whole as never);
    await Promise.all(work);
  }

  push = (sent: unknown) => this.happen("push", { data: { json: () => sent } });

  async click(data: unknown): Promise<boolean> {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    await this.happen("notificationclick", { notification: { close, data } });
    return isClosed;
  }
}

const subscription = (endpoint: string) =>
  ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: "P", auth: "A" } }),
  }) as unknown as PushSubscription;

const sent = {
  title: "You're in a photo",
  body: "Ama tagged you",
  url: "/view-image/1",
  tag: "n1",
  notificationId: "n1",
};
let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});

describe("a push", () => {
  test("is shown with its text, url and tag", async () => {
    await world.push(sent);
    expect(world.shown).toEqual([
      {
        title: "You're in a photo",
        options: {
          body: "Ama tagged you",
          tag: "n1",
          icon: "/icons/icon-192.png",
          badge: "/icons/badge-96.png",
          data: { url: "/view-image/1" },
        },
      },
    ]);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a text", "hello"],
    ["no title", { body: "x" }],
    ["a title of another type", { title: { toString: "x" } }],
    ["an empty title", { title: "" }],
  ])("with %s still shows something", async (_, json) => {
    await world.push(json);
    expect(world.shown).toMatchObject([
      { title: "Your family album", options: { body: "There's something new in your album." } },
    ]);
  });

  test("without data, or with data that isn't JSON, still shows something", async () => {
    await world.happen("push", { data: null });
    await world.happen("push", {
      data: {
        json: () => {
          throw new SyntaxError("Unexpected token");
        },
      },
    });
    expect(world.shown.map(({ title }) => title)).toEqual(["Your family album", "Your family album"]);
  });

  test("in a browser where nobody is signed in shows nothing of what was written", async () => {
    world.answers["/api/push/vapid-key"] = { status: 401 };
    await world.push(sent);
    expect(world.shown).toMatchObject([
      { title: "Your family album", options: { body: "Sign in to see what's new.", data: { url: "/" } } },
    ]);
    expect(JSON.stringify(world.shown)).not.toMatch(/Ama|picture|view-image|n1/);
  });

  test.each<[string, { status: number } | undefined]>([
    ["can't be reached", undefined],
    ["is broken", { status: 503 }],
  ])("is shown while the album %s", async (_, answer) => {
    if (answer) world.answers["/api/push/vapid-key"] = answer;
    else delete world.answers["/api/push/vapid-key"];
    await world.push(sent);
    expect(world.shown).toMatchObject([{ title: "You're in a photo" }]);
  });
});

describe("a click", () => {
  const open = (url: string, change: Partial<FakeWindow> = {}): FakeWindow => {
    const window = { url: `${origin}${url}`, visibilityState: "hidden", done: [], ...change };
    world.windows.push(window);
    return window;
  };

  test("closes the notification and opens its page if no window is open", async () => {
    expect(await world.click({ url: "/view-image/1" })).toBe(true);
    expect(world.opened).toEqual([`${origin}/view-image/1`]);
  });

  test("sends an open window there, the visible one first", async () => {
    const hidden = open("/");
    const visible = open("/settings", { visibilityState: "visible" });
    await world.click({ url: "/view-image/1?x=2#c" });
    expect([hidden.done, visible.done]).toEqual([[], ["focus", `${origin}/view-image/1?x=2#c`]]);
    expect(world.opened).toEqual([]);
  });

  test("only focuses a window that is already there", async () => {
    open("/", { visibilityState: "visible" });
    const there = open("/view-image/1");
    await world.click({ url: "/view-image/1" });
    expect(there.done).toEqual(["focus"]);
  });

  test("navigates even if the window can't be focused", async () => {
    const window = open("/", { canFocus: false });
    await world.click({ url: "/view-image/1" });
    expect(window.done).toEqual([`${origin}/view-image/1`]);
  });

  test("opens another window if the worker doesn't control the existing one", async () => {
    open("/", { isControlled: false });
    await world.click({ url: "/view-image/1" });
    expect(world.opened).toEqual([`${origin}/view-image/1`]);
  });

  test.each<[string, unknown]>([
    ["another site", { url: "https://evil.example/x" }],
    ["another site without its scheme", { url: "//evil.example/x" }],
    ["another site with backslashes", { url: "/\\evil.example" }],
    ["a script", { url: "javascript:alert(1)" }],
    ["no address", { url: "https://" }],
    ["nothing", undefined],
    ["null", null],
    ["something else", { url: { href: "/" } }],
  ])("leads home instead of to %s", async (_, data) => {
    await world.click(data);
    expect(world.opened).toEqual([`${origin}/`]);
  });
});

describe("a subscription changed by the browser", () => {
  test("is renewed with the album's key and reported, and the old one removed", async () => {
    await world.happen("pushsubscriptionchange", { oldSubscription: subscription("https://push.test/old") });
    expect(world.subscribedWith).toEqual([new Uint8Array([4, 1, 2])]);
    expect(world.calls.slice(1)).toEqual([
      {
        path: "/api/push/subscribe",
        body: { endpoint: "https://push.test/renewed", keys: { p256dh: "P", auth: "A" } },
      },
      { path: "/api/push/unsubscribe", body: { endpoint: "https://push.test/old" } },
    ]);
  });

  test("is only reported if the browser has renewed it", async () => {
    await world.happen("pushsubscriptionchange", {
      oldSubscription: null,
      newSubscription: subscription("https://push.test/new"),
    });
    expect(world.subscribedWith).toEqual([]);
    expect(world.calls).toEqual([
      {
        path: "/api/push/subscribe",
        body: { endpoint: "https://push.test/new", keys: { p256dh: "P", auth: "A" } },
      },
    ]);
  });

  test("is dropped if nobody is signed in, or the album is away", async () => {
    world.answers["/api/push/vapid-key"] = { status: 401 };
    await world.happen("pushsubscriptionchange", {});
    world.answers = {};
    await world.happen("pushsubscriptionchange", {});
    expect(world.subscribedWith).toEqual([]);
  });
});

test("a sign-out removes what is shown and ends the subscription", async () => {
  await forgetPush(world.scope());
  let isEnded = false;
  const unsubscribe = async () => {
    isEnded = true;
    return true;
  };
  world.subscription = Object.assign(subscription("https://push.test/1"), { unsubscribe });
  await world.push(sent);
  await world.push({ ...sent, tag: "n2" });
  expect(world.shown).toHaveLength(2);
  await forgetPush(world.scope());
  expect([world.shown, isEnded]).toEqual([[], true]);
});
