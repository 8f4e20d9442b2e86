import { act, screen } from "@testing-library/react";
import { NotificationBell } from "@/components/notify/notifications/notification-bell";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const { id: userId } = userDto();
const personalCall = `GET /api/notifications/count/${userId}`;
const adminCall = `GET /api/admin-notifications/count/${userId}`;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  setVisibility("visible");
  jest.useRealTimers();
});

function setVisibility(state: DocumentVisibilityState) {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
}

async function turn(state: DocumentVisibilityState) {
  setVisibility(state);
  await act(async () => {
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await jest.advanceTimersByTimeAsync(100);
  });
}

const wait = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

function renderBell(personal: number, adminMessages: number) {
  const counts = { personal, adminMessages };
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on(personalCall, () => ({ json: { count: counts.personal } }))
    .on(adminCall, () => ({ json: { count: counts.adminMessages } }))
    .install();
  renderPage(
    <NotificationBell userId={userId} unread={{ ...counts }}>
      bell
    </NotificationBell>,
  );
  const asked = () => [api.made(personalCall).length, api.made(adminCall).length];
  return { counts, asked };
}

const bell = () => screen.getByRole("link", { name: /^Notifications/ });

test("the bell shows how many notifications are new, of both kinds, and links to them", async () => {
  renderBell(2, 1);
  await wait(0);
  expect(bell()).toHaveAccessibleName("Notifications, 3 new");
  expect(bell()).toHaveAttribute("href", "/notifications");
  expect(bell()).toHaveTextContent("3");
});

test("without anything new there is no badge", async () => {
  renderBell(0, 0);
  await wait(0);
  expect(bell()).toHaveAccessibleName("Notifications");
  expect(bell()).toHaveTextContent(/^bell$/);
});

test.each([
  [99, "99"],
  [100, "99+"],
  [1204, "99+"],
])("%i new ones show as %s", async (count, badge) => {
  renderBell(count, 0);
  await wait(0);
  expect(bell()).toHaveTextContent(`bell${badge}`);
});

test("both counts are fetched every 30 seconds, not before", async () => {
  const { counts, asked } = renderBell(0, 0);
  await wait(29);
  expect(asked()).toEqual([0, 0]);
  counts.personal = 4;
  await wait(2);
  expect(asked()).toEqual([1, 1]);
  expect(bell()).toHaveAccessibleName("Notifications, 4 new");
  await wait(60);
  expect(asked()).toEqual([3, 3]);
});

test("a hidden tab fetches nothing, and fetches immediately when visible again", async () => {
  const { counts, asked } = renderBell(0, 0);
  await wait(0);
  await turn("hidden");
  await wait(600);
  expect(asked()).toEqual([0, 0]);
  counts.adminMessages = 1;
  await turn("visible");
  expect(asked()).toEqual([1, 1]);
  expect(bell()).toHaveAccessibleName("Notifications, 1 new");
  await wait(30);
  expect(asked()).toEqual([2, 2]);
});

test("an answer without a count counts as 0", async () => {
  const { counts } = renderBell(2, 3);
  Object.assign(counts, { adminMessages: undefined });
  await wait(32);
  expect(bell()).toHaveAccessibleName("Notifications, 2 new");
});

test("a failed answer leaves the badge as it was", async () => {
  const { counts } = renderBell(2, 0);
  Object.defineProperty(counts, "personal", {
    get: () => {
      throw new TypeError("Failed to fetch");
    },
  });
  await wait(35);
  expect(bell()).toHaveAccessibleName("Notifications, 2 new");
});
