/** The channel that this page shares with the browser's other tabs, which jsdom doesn't have. */
export const tabChannel = Object.assign(new EventTarget(), { postMessage: jest.fn() });

function openChannel() {
  return tabChannel;
}

/** For test files about other tabs: before anything listens to them. */
export function withOtherTabs(): void {
  Object.assign(globalThis, { BroadcastChannel: openChannel });
  afterEach(() => tabChannel.postMessage.mockClear());
}

/** Another tab has switched the session to another family. */
export const switchFamilyElsewhere = (): void =>
  void tabChannel.dispatchEvent(new MessageEvent("message", { data: "family-switched" }));
