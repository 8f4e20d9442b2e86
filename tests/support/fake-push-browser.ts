/** What a fake subscription was made with. */
export interface FakeSubscription {
  endpoint: string;
  applicationServerKey: Uint8Array;
  keys: Record<string, string>;
}

/**
 * Adds to jsdom what a browser needs for Web Push. It behaves as browsers do: asks once, keeps one subscription, and
 * refuses to subscribe with another key while it has one.
 */
export class FakePushBrowser {
  permission: NotificationPermission = "default";
  /** The person's answer when asked. */
  answer: NotificationPermission = "granted";
  subscription: FakeSubscription | null = null;
  /** The keys of a new subscription; a browser without them is broken. */
  keys: Record<string, string> = { p256dh: "P".repeat(87), auth: "A".repeat(22) };
  /** The browser's own service doesn't answer. */
  isServiceAway = false;
  /** Private windows of some browsers refuse workers. */
  refusesWorkers = false;
  asked = 0;
  registered: string[] = [];
  #made = 0;

  #shape(subscription: FakeSubscription) {
    return {
      endpoint: subscription.endpoint,
      toJSON: () => ({ endpoint: subscription.endpoint, keys: subscription.keys }),
      unsubscribe: async () => {
        if (this.subscription === subscription) this.subscription = null;
        return true;
      },
    };
  }

  #pushManager = {
    getSubscription: async () => (this.subscription ? this.#shape(this.subscription) : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      if (this.isServiceAway) throw new DOMException("Registration failed", "AbortError");
      if (this.subscription) throw new DOMException("There is another one", "InvalidStateError");
      const endpoint = `https://push.test/${++this.#made}`;
      this.subscription = { endpoint, applicationServerKey, keys: this.keys };
      return this.#shape(this.subscription);
    },
  };

  install(): this {
    const registration = { active: {}, pushManager: this.#pushManager };
    const browser = this;
    const Notification = {
      get permission() {
        return browser.permission;
      },
      requestPermission: async () => {
        browser.asked++;
        if (browser.permission === "default") browser.permission = browser.answer;
        return browser.permission;
      },
    };
    Object.defineProperty(window, "Notification", { configurable: true, value: Notification });
    Object.defineProperty(window, "PushManager", { configurable: true, value: class {} });
    Object.defineProperty(navigator, "serviceWorker", {
      configurable: true,
      value: {
        getRegistration: async () =>
          this.registered.length > 0 || this.subscription ? registration : undefined,
        ready: Promise.resolve(registration),
        register: async (path: string) => {
          if (this.refusesWorkers) throw new DOMException("No workers here", "SecurityError");
          this.registered.push(path);
          return registration;
        },
      },
    });
    return this;
  }

  /** Leaves a browser that doesn't support push. */
  static remove(): void {
    Reflect.deleteProperty(window, "Notification");
    Reflect.deleteProperty(window, "PushManager");
    Reflect.deleteProperty(navigator, "serviceWorker");
  }
}
