import { act, screen } from "@testing-library/react";
import { PrintOrdersButton } from "@/components/shop/prints/print-orders-button";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const countCall = "GET /api/admin/print-orders/unviewed-count";

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

function renderButton(unviewed: number) {
  const state = { count: unviewed };
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on(countCall, () => ({ json: state.count }))
    .install();
  renderPage(<PrintOrdersButton unviewed={unviewed}>parcel</PrintOrdersButton>);
  return { state, asked: () => api.made(countCall).length };
}

const button = () => screen.getByRole("link", { name: /^Print orders/ });

test("the button shows how many orders nobody has seen yet, and links to them", async () => {
  renderButton(3);
  await wait(0);
  expect(button()).toHaveAccessibleName("Print orders, 3 new");
  expect(button()).toHaveAttribute("href", "/admin-print-orders");
  expect(button()).toHaveTextContent("parcel3");
});

test.each([
  [0, "parcel"],
  [99, "parcel99"],
  [100, "parcel99+"],
])("%i unseen orders show as %s", async (count, text) => {
  renderButton(count);
  await wait(0);
  expect(button()).toHaveTextContent(new RegExp(`^${text.replace("+", "\\+")}$`));
});

test("the count is fetched every 30 seconds, not before", async () => {
  const { state, asked } = renderButton(0);
  await wait(29);
  expect(asked()).toBe(0);
  state.count = 1;
  await wait(2);
  expect(asked()).toBe(1);
  expect(button()).toHaveAccessibleName("Print orders, 1 new");
  await wait(60);
  expect(asked()).toBe(3);
});

test("a hidden tab doesn't fetch the orders, and fetches immediately when visible again", async () => {
  const { state, asked } = renderButton(0);
  await wait(0);
  await turn("hidden");
  await wait(600);
  expect(asked()).toBe(0);
  state.count = 2;
  await turn("visible");
  expect(asked()).toBe(1);
  expect(button()).toHaveAccessibleName("Print orders, 2 new");
});
