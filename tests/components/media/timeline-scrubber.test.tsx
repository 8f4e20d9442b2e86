import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { GridDensityProvider } from "@/components/album/media/grid-density";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const total = 150;
const pictures = (from: number, to: number): MediaItemDto[] =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    mediaItemDto({ id: `item-${from + index}`, description: `Picture ${from + index}` }),
  );
const months = [
  { year: 2026, month: 6, itemCount: 40, cursor: "june" },
  { year: 2025, month: 12, itemCount: 60, cursor: "december" },
  { year: 2024, month: 3, itemCount: 50, cursor: "march" },
];

const wholeFirst = mediaPageDto(pictures(1, 60), { total });
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
  api.on("GET /api/media", ({ path }) => {
    const query = new URLSearchParams(path.split("?")[1]);
    const answers: Record<string, object> = {
      // Without layout everything is in view, so a next page would be requested immediately.
      "": wholeFirst,
      "cursor=march": mediaPageDto(pictures(101, 150), { total, previousCursor: "before-march" }),
      "before=before-march": mediaPageDto(pictures(98, 100), {
        total,
        nextCursor: "march",
        previousCursor: "before-98",
      }),
    };
    query.delete("limit");
    query.delete("stacks");
    const json = answers[query.toString()];
    // Without layout the start of the list is always near, so more would be requested immediately.
    return json ? { json } : new Promise(() => {});
  });
  api.on("GET /api/media/timeline", { json: months });
});

function renderLatest(initial: 3 | 5 = 3) {
  return renderPage(
    <GridDensityProvider initial={initial}>
      <FeedGrid source={{ kind: "everything" }} screenGuess="desktop" empty={<p>Nothing</p>} />
    </GridDensityProvider>,
    { address: "/latest-uploads" },
  );
}
const slider = () => screen.findByRole("slider", { name: "Timeline" });

test("a long list has a slider showing the month, and keys jump to months that aren't loaded", async () => {
  const { container } = renderLatest();
  expect(await slider()).toHaveAttribute("aria-valuetext", "June 2026, 40 items");
  expect((await axe(container)).violations).toEqual([]);
  (await slider()).focus();
  await userEvent.keyboard("{End}");
  expect(await screen.findByRole("link", { name: "Picture 101" })).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Picture 1" })).not.toBeInTheDocument();
  expect(await slider()).toHaveAttribute("aria-valuetext", "March 2024, 50 items");
  expect(await slider()).toHaveValue("3");
  // The items before it load next, so that one can scroll back from there.
  expect(await screen.findByRole("link", { name: "Picture 98" })).toBeInTheDocument();
  await userEvent.keyboard("{Home}");
  expect(await screen.findByRole("link", { name: "Picture 1" })).toBeInTheDocument();
});

test("the viewer counts in the whole list after a jump, and goes back past the month", async () => {
  renderLatest();
  (await slider()).focus();
  await userEvent.keyboard("{End}");
  await userEvent.click(await screen.findByRole("link", { name: "Picture 101" }));
  expect((await screen.findAllByText("101 of 150"))[0]).toBeInTheDocument();
  await userEvent.click(await screen.findByRole("button", { name: "Previous" }));
  expect((await screen.findAllByText("100 of 150"))[0]).toBeInTheDocument();
});

test("successive keys cause one jump, to the month they end at", async () => {
  renderLatest();
  (await slider()).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(await slider()).toHaveAttribute("aria-valuetext", "March 2024, 50 items");
  expect(await screen.findByRole("link", { name: "Picture 101" })).toBeInTheDocument();
  const asked = api
    .made("GET /api/media?")
    .map((call) => new URLSearchParams(call.split("?")[1]).get("cursor"));
  expect(asked.filter(Boolean)).toEqual(["march"]);
});

test("a month that fails to load can be retried", async () => {
  renderLatest();
  (await slider()).focus();
  api.on("GET /api/media", { status: 400, json: { message: "This list position isn't valid." } });
  await userEvent.keyboard("{End}");
  expect(await screen.findByRole("alert")).toHaveTextContent("The next photos didn't load.");
  api.on("GET /api/media", ({ path }) =>
    path.includes("cursor=march")
      ? { json: mediaPageDto(pictures(101, 150), { total, previousCursor: "at-101" }) }
      : new Promise(() => {}),
  );
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Picture 101" })).toBeInTheDocument();
  expect(await slider()).toHaveAttribute("aria-valuetext", "March 2024, 50 items");
});

test("after a jump Select all still takes the whole list, including what comes before the month", async () => {
  api.on("GET /api/media", ({ path }) => {
    const query = new URLSearchParams(path.split("?")[1]);
    query.delete("stacks");
    if (query.get("cursor") === "march" && query.get("limit") === "60") {
      return {
        json: mediaPageDto(pictures(101, 120), { total, previousCursor: "at-101", nextCursor: "at-120" }),
      };
    }
    if (query.get("limit") === "60") return query.size === 1 ? { json: wholeFirst } : new Promise(() => {});
    return { json: query.has("before") ? mediaPageDto(pictures(1, 100)) : mediaPageDto(pictures(121, 150)) };
  });
  renderLatest();
  (await slider()).focus();
  await userEvent.keyboard("{End}");
  await userEvent.click(await screen.findByRole("button", { name: "Select Picture 101" }));
  await userEvent.click(await screen.findByRole("button", { name: "Select all" }));
  expect(await screen.findByText("150 selected", { selector: "strong" })).toBeInTheDocument();
  expect(api.made("GET /api/media?limit=200")).toEqual([
    "GET /api/media?limit=200&before=at-101&stacks=collapsed",
    "GET /api/media?limit=200&cursor=at-120&stacks=collapsed",
  ]);
});

test("a short list, one within a month and one without month data have none", async () => {
  api.on("GET /api/media", { json: mediaPageDto(pictures(1, 20)) });
  const { unmount } = renderLatest();
  await screen.findByRole("link", { name: "Picture 1" });
  expect(api.made("GET /api/media/timeline")).toEqual([]);
  unmount();
  api.on("GET /api/media", { json: mediaPageDto(pictures(1, 60), { total }) });
  api.on("GET /api/media/timeline", { status: 503, json: { message: "away" } });
  renderLatest();
  await waitFor(() => expect(api.made("GET /api/media/timeline")).toHaveLength(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole("slider")).not.toBeInTheDocument();
});

/** Photos in the first row of the grid. */
const inFirstRow = () =>
  screen.getByRole("link", { name: "Picture 1" }).closest("[style*='grid-template-columns']")?.children
    .length ?? 0;

test("photos get larger and smaller step by step, and the device remembers the size", async () => {
  renderLatest();
  await screen.findByRole("link", { name: "Picture 1" });
  const usual = inFirstRow();
  await userEvent.click(screen.getByRole("button", { name: "Smaller photos" }));
  expect(inFirstRow()).toBeGreaterThan(usual);
  expect(document.cookie).toContain("density=4");
  await userEvent.click(screen.getByRole("button", { name: "Larger photos" }));
  await userEvent.click(screen.getByRole("button", { name: "Larger photos" }));
  expect(inFirstRow()).toBeLessThan(usual);
  expect(document.cookie).toContain("density=2");
  expect(screen.getByText("Size 4 of 5")).toBeInTheDocument();
});

test("the button says when the end of the scale is reached", async () => {
  renderLatest(5);
  await screen.findByRole("link", { name: "Picture 1" });
  expect(screen.getByRole("button", { name: "Smaller photos" })).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("button", { name: "Larger photos" })).toHaveAttribute("aria-disabled", "false");
});

/** Two fingers on an element, this far apart. */
function touch(element: Element, name: string, gap: number): boolean {
  const touches = [
    { clientX: 200 - gap / 2, clientY: 300 },
    { clientX: 200 + gap / 2, clientY: 300 },
  ];
  return fireEvent(element, Object.assign(new Event(name, { bubbles: true, cancelable: true }), { touches }));
}

test("two fingers together make photos smaller", async () => {
  renderLatest();
  const tile = await screen.findByRole("link", { name: "Picture 1" });
  const usual = inFirstRow();
  touch(tile, "touchstart", 200);
  expect(touch(tile, "touchmove", 180)).toBe(false);
  expect(inFirstRow()).toBe(usual);
  touch(tile, "touchmove", 140);
  expect(inFirstRow()).toBeGreaterThan(usual);
});

test("on a zoomed page, two fingers are left to the browser", async () => {
  const zoomed = Object.assign(new EventTarget(), { scale: 2 });
  Object.defineProperty(window, "visualViewport", { value: zoomed, configurable: true });
  renderLatest();
  const tile = await screen.findByRole("link", { name: "Picture 1" });
  const usual = inFirstRow();
  touch(tile, "touchstart", 200);
  expect(touch(tile, "touchmove", 100)).toBe(true);
  expect(inFirstRow()).toBe(usual);
  Reflect.deleteProperty(window, "visualViewport");
});

test("an element that selects by dragging handles two fingers itself", async () => {
  const { container } = renderLatest();
  const tile = await screen.findByRole("link", { name: "Picture 1" });
  const usual = inFirstRow();
  const take = (event: Event) => event.preventDefault();
  container.addEventListener("touchmove", take, { capture: true, passive: false });
  touch(tile, "touchstart", 200);
  touch(tile, "touchmove", 100);
  expect(inFirstRow()).toBe(usual);
});
