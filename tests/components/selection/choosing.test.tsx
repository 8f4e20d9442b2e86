import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { FeedList } from "@/components/album/media/feed-list";
import { SelectionContext, useTileChoice } from "@/components/album/selection/selection-context";
import { longPressMs } from "@/components/album/selection/selection-gestures";
import { SelectionStore } from "@/components/album/selection/selection-store";
import { removeToast, toast } from "@/components/ui/toast";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto, mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/share-link", { json: { albumToken: "t", title: "The Okafors", text: "See" } })
    .install();
});
afterEach(() => act(() => removeToast()));

function renderMonth(items: MediaItemDto[], more: { nextCursor?: string; total?: number } = {}) {
  api.on("GET /api/media/month/2024/3", ({ path }) => ({
    json: path.includes("cursor") ? mediaPageDto([]) : mediaPageDto(items, more),
  }));
  return renderPage(
    <FeedGrid source={{ kind: "month", year: 2024, month: 3 }} screenGuess="desktop" empty={<p>Empty</p>} />,
    { address: "/media/2024/3" },
  );
}

const link = (name: string) => screen.findByRole("link", { name });
/** A tile that is not selected becomes a checkbox once the press that began selecting has been answered. */
const box = (name: string) => screen.findByRole("checkbox", { name });
const bar = () => screen.findByRole("region", { name: "Selection" });
const noBar = () =>
  waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).not.toBeInTheDocument());
const selected = async (words: string) => expect(await within(await bar()).findByText(words)).toBeVisible();

/** A finger or the mouse on an element. jsdom has no pointer events of its own. */
function point(type: string, element: Element, pointer: "touch" | "mouse", clientX = 50, clientY = 200) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX, clientY });
  return fireEvent(element, Object.assign(event, { pointerType: pointer, isPrimary: true }));
}

/** jsdom has no layout, so this sets what is under the pointer. */
function pointAt(element: Element) {
  document.elementsFromPoint = () => [element];
}

test("the mark in a tile's corner starts selecting; then a press selects instead of opening", async () => {
  renderMonth(mediaItems(4, { bytes: 2 * 1_048_576 }));
  await link("Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Select Picture 2" }));
  await selected("1 selected");
  expect(await bar()).toHaveTextContent("1 selected, 2.0 MB");
  await userEvent.click(await box("Picture 4"));
  await selected("2 selected");
  expect(await box("Picture 2")).toBeChecked();
  expect(await box("Picture 4")).toBeChecked();
  expect(await box("Picture 1")).not.toBeChecked();
  expect(window.location.pathname).toBe("/media/2024/3");
  await userEvent.click(await box("Picture 4"));
  await selected("1 selected");
  expect((await axe(await bar())).violations).toEqual([]);
});

test("the count is announced politely, once for the list", async () => {
  renderMonth(mediaItems(3));
  await link("Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Select Picture 1" }));
  await waitFor(() =>
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("1 selected"),
  );
});

test("a press with Shift selects everything in between, even as the first", async () => {
  const user = userEvent.setup();
  renderMonth(mediaItems(6));
  await link("Picture 2");
  await user.keyboard("{Shift>}");
  await user.click(await link("Picture 2"));
  await user.click(await box("Picture 5"));
  await user.keyboard("{/Shift}");
  await selected("4 selected");
  expect(await box("Picture 1")).not.toBeChecked();
  expect(await box("Picture 6")).not.toBeChecked();
});

test("a press with Ctrl is left to the browser: a new tab", async () => {
  renderMonth(mediaItems(2));
  const tile = await link("Picture 1");
  tile.addEventListener("click", (event) => event.preventDefault());
  const isOurs = !fireEvent.click(tile, { ctrlKey: true });
  expect(isOurs).toBe(true);
  expect(screen.queryByRole("region", { name: "Selection" })).not.toBeInTheDocument();
});

describe("a finger", () => {
  test("that rests on a tile selects it, without opening it or the browser's menu", async () => {
    renderMonth(mediaItems(3));
    const tile = await link("Picture 1");
    point("pointerdown", tile, "touch");
    expect(fireEvent.contextMenu(tile)).toBe(false);
    await selected("1 selected");
    point("pointerup", tile, "touch");
    fireEvent.click(tile);
    await selected("1 selected");
    expect(window.location.pathname).toBe("/media/2024/3");
  });

  test("that scrolls or only taps selects nothing", async () => {
    renderMonth(mediaItems(3));
    const tile = await link("Picture 1");
    point("pointerdown", tile, "touch");
    point("pointermove", tile, "touch", 50, 260);
    await new Promise((done) => setTimeout(done, longPressMs + 50));
    point("pointerup", tile, "touch");
    point("pointerdown", tile, "touch");
    point("pointercancel", tile, "touch");
    await new Promise((done) => setTimeout(done, longPressMs + 50));
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });

  test("that has selected sweeps over other tiles, and the page doesn't scroll", async () => {
    renderMonth(mediaItems(4));
    const tile = await link("Picture 1");
    point("pointerdown", tile, "touch");
    await selected("1 selected");
    pointAt(await box("Picture 3"));
    point("pointermove", tile, "touch", 50, 300);
    await selected("3 selected");
    expect(fireEvent.touchMove(tile)).toBe(false);
    point("pointerup", tile, "touch");
    expect(fireEvent.touchMove(tile)).toBe(true);
  });

  test("blocks the page's scrolling only while it selects", async () => {
    const blocking = jest.spyOn(Element.prototype, "addEventListener");
    const count = () =>
      blocking.mock.calls.filter(
        ([name, , options]) =>
          name === "touchmove" && typeof options === "object" && options.passive === false,
      ).length;
    renderMonth(mediaItems(3));
    const tile = await link("Picture 1");
    point("pointerdown", tile, "touch");
    expect(count()).toBe(0);
    await selected("1 selected");
    expect(count()).toBeGreaterThan(0);
    point("pointerup", tile, "touch");
    expect(fireEvent.touchMove(tile)).toBe(true);
    blocking.mockRestore();
  });

  test("that is joined by a second one pinches and selects nothing", async () => {
    renderMonth(mediaItems(3));
    const tile = await link("Picture 1");
    point("pointerdown", tile, "touch");
    const second = new MouseEvent("pointerdown", { bubbles: true, cancelable: true });
    fireEvent(tile, Object.assign(second, { pointerType: "touch", isPrimary: false }));
    await new Promise((done) => setTimeout(done, longPressMs + 50));
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });
});

test("the mouse selects by dragging over tiles; dragging back deselects", async () => {
  renderMonth(mediaItems(5));
  const tile = await link("Picture 2");
  const [three, four] = [await link("Picture 3"), await link("Picture 4")];
  point("pointerdown", tile, "mouse");
  pointAt(four);
  point("pointermove", tile, "mouse", 250);
  await selected("3 selected");
  pointAt(three);
  point("pointermove", tile, "mouse", 150);
  await selected("2 selected");
  point("pointerup", tile, "mouse");
  fireEvent.click(tile);
  await selected("2 selected");
  expect(await box("Picture 2")).toBeChecked();
  expect(await box("Picture 3")).toBeChecked();
});

describe("the keyboard", () => {
  test("selects with Space, a range with Shift and Space, all with Ctrl and A, and ends with Escape", async () => {
    const user = userEvent.setup();
    renderMonth(mediaItems(5));
    (await link("Picture 2")).focus();
    await user.keyboard(" ");
    await selected("1 selected");
    expect(await box("Picture 2")).toHaveFocus();
    expect(await box("Picture 2")).toBeChecked();
    (await box("Picture 4")).focus();
    await user.keyboard("{Shift>} {/Shift}");
    await selected("3 selected");
    await user.keyboard("{Control>}a{/Control}");
    await selected("5 selected");
    await user.keyboard("{Escape}");
    await noBar();
    expect(await link("Picture 4")).toHaveFocus();
  });

  test("can start without a selection, from the button before the list", async () => {
    const user = userEvent.setup();
    renderMonth(mediaItems(2));
    await link("Picture 1");
    await user.click(screen.getByRole("button", { name: "Select photos and videos", pressed: false }));
    await selected("0 selected");
    expect(screen.queryByRole("toolbar")).not.toBeInTheDocument();
    await user.click(await box("Picture 1"));
    await selected("1 selected");
  });

  test("stops selecting in the bar, and focus returns to the tile", async () => {
    const user = userEvent.setup();
    renderMonth(mediaItems(2));
    await link("Picture 1");
    await user.click(screen.getByRole("button", { name: "Select Picture 1" }));
    await user.click(within(await bar()).getByRole("button", { name: "Stop selecting" }));
    await noBar();
    await waitFor(async () => expect(await link("Picture 1")).toHaveFocus());
  });

  test("Escape closes a dialog or a toast first", async () => {
    const user = userEvent.setup();
    renderMonth(mediaItems(2));
    await link("Picture 1");
    await user.click(screen.getByRole("button", { name: "Select Picture 1" }));
    await user.click(within(await bar()).getByRole("button", { name: "Delete" }));
    await screen.findByRole("alertdialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    await selected("1 selected");
    act(() => void toast({ title: "News" }));
    await screen.findByText("News", { selector: "div" });
    await user.keyboard("{Escape}");
    await selected("1 selected");
    act(() => removeToast());
    await user.keyboard("{Escape}");
    await noBar();
  });
});

test("Select all includes what is not loaded yet", async () => {
  api.on("GET /api/media/month/2024/3", ({ path }) => {
    const rest = mediaItems(9).slice(3);
    if (path.includes("limit=200")) return { json: mediaPageDto(rest) };
    // The page requested by scrolling never arrives.
    if (path.includes("cursor")) return new Promise(() => {});
    return { json: mediaPageDto(mediaItems(3), { nextCursor: "next-1", total: 9 }) };
  });
  renderPage(
    <FeedGrid source={{ kind: "month", year: 2024, month: 3 }} screenGuess="desktop" empty={<p>Empty</p>} />,
  );
  await link("Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Select Picture 1" }));
  await userEvent.click(within(await bar()).getByRole("button", { name: "Select all" }));
  await selected("9 selected");
  expect(api.made("GET /api/media/month")).toContain(
    "GET /api/media/month/2024/3?limit=200&cursor=next-1&stacks=collapsed",
  );
  expect(within(await bar()).queryByRole("button", { name: "Select all" })).not.toBeInTheDocument();
});

describe("days in a month", () => {
  const day = (id: string, takenAt: string | null) => mediaItemDto({ id, description: id, takenAt });

  test("have headings in the list's order; undated items at the start have none", async () => {
    renderMonth([
      day("Undated first", null),
      day("Evening", "2024-03-09T20:00:00"),
      ...["Tea", "Lunch", "Walk", "Morning"].map((name) => day(name, "2024-03-09T08:00:00")),
      day("Scan", null),
      day("Last year", "2023-03-02T08:00:00"),
    ]);
    await link("Evening");
    // The last two are side by side, where there is no room for the full weekday.
    expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "Saturday 9 March",
      "No date",
      "2 Mar 2023",
    ]);
  });

  test("are selected by their heading, which shows how much of them is selected", async () => {
    renderMonth([
      day("Evening", "2024-03-09T20:00:00"),
      day("Morning", "2024-03-09T08:00:00"),
      day("Before", "2024-03-08T08:00:00"),
    ]);
    await link("Evening");
    const heading = screen.getByRole("button", { name: "Select Saturday 9 March" });
    expect(heading).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(heading);
    await selected("2 selected");
    expect(heading).toHaveAttribute("aria-pressed", "true");
    expect(await box("Before")).not.toBeChecked();
    await userEvent.click(await box("Morning"));
    await waitFor(() => expect(heading).toHaveAttribute("aria-pressed", "mixed"));
    await userEvent.click(heading);
    await userEvent.click(heading);
    await noBar();
  });

  test("are not shown in lists with another order", async () => {
    api.on("GET /api/media/favorites", { json: mediaPageDto([day("Evening", "2024-03-09T20:00:00")]) });
    renderPage(<FeedGrid source={{ kind: "favorites" }} screenGuess="desktop" empty={<p>Empty</p>} />);
    await link("Evening");
    expect(screen.queryByRole("heading")).not.toBeInTheDocument();
  });
});

test("cards of the feed are selected by their picture; their heart stays a heart", async () => {
  api
    .on("GET /api/media", { json: mediaPageDto(mediaItems(2)) })
    .on("POST /api/hearts", { status: 201, json: { mediaId: "item-1", count: 1 } })
    .on("GET /api/media/item-1", { json: mediaItemDto() });
  renderPage(<FeedList source={{ kind: "everything" }} empty={<p>Empty</p>} />);
  await link("Open Picture 1");
  await userEvent.click(screen.getByRole("button", { name: "Select Picture 2" }));
  await userEvent.click(await box("Picture 1"));
  await selected("2 selected");
  await userEvent.click(screen.getAllByRole("button", { name: "Heart, 0 hearts" })[0] as HTMLElement);
  await selected("2 selected");
  await waitFor(() => expect(api.made("POST /api/hearts")).toHaveLength(1));
});

const drawn: string[] = [];
function Tile({ id }: { id: string }) {
  drawn.push(id);
  return <p>{useTileChoice(id)}</p>;
}

test("selecting re-renders its own tile and no other", () => {
  const store = new SelectionStore();
  store.show(mediaItems(3), null);
  render(
    <SelectionContext value={store}>
      {mediaItems(3).map(({ id }) => (
        <Tile key={id} id={id} />
      ))}
    </SelectionContext>,
  );
  act(() => store.toggle("item-1"));
  drawn.length = 0;
  act(() => store.toggle("item-2"));
  expect(drawn).toEqual(["item-2"]);
});
