import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { removeToast } from "@/components/ui/toast";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

let api: FakeApi;
let plays: number;

beforeEach(() => {
  api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
  plays = 0;
  // jsdom supports neither.
  Element.prototype.setPointerCapture = () => {};
  HTMLMediaElement.prototype.play = async () => {
    plays++;
  };
});
afterEach(() => act(() => removeToast()));

const before = mediaItemDto({ id: "before", description: "The one before" });
const after = mediaItemDto({ id: "after", description: "The one after" });
const shownKinds = [
  ["a clip", { mediaType: "video", playable: "ready" }, () => screen.getByLabelText("Play the video")],
  [
    "a clip being prepared",
    { mediaType: "video", playable: "pending" },
    () => screen.getByText("This video is being prepared"),
  ],
  [
    "a clip that can't be played",
    { mediaType: "video", playable: "failed" },
    () => screen.getByText("This video can't be played here"),
  ],
  [
    "a picture without a preview",
    { derivatives: "failed" },
    () => screen.getByText("This photo can't be shown"),
  ],
  ["a picture", {}, () => within(screen.getByRole("dialog")).getByAltText(/Wanted$/)],
] as const satisfies readonly [string, Partial<MediaItemDto>, () => HTMLElement][];

async function openOn(change: Partial<MediaItemDto>) {
  const wanted = mediaItemDto({ id: "wanted", description: "Wanted", ...change });
  const items = [before, wanted, after];
  api.on("GET /api/media/month/2024/3", { json: mediaPageDto(items) });
  for (const item of items) api.on(`GET /api/media/${item.id}`, { json: mediaDetailDto(item) });
  renderPage(
    <FeedGrid
      source={{ kind: "month", year: 2024, month: 3 }}
      screenGuess="desktop"
      empty={<p>Nothing</p>}
    />,
    { address: "/media/2024/3" },
  );
  await userEvent.click(await screen.findByRole("link", { name: /Wanted|The preview/ }));
  await screen.findByRole("dialog");
}

type Point = readonly [number, number];

// A MouseEvent with a pointer event's name: fireEvent's pointer events have no coordinates here.
function touch(name: "down" | "move" | "up", element: HTMLElement, pointerId: number, [x, y]: Point) {
  const event = new MouseEvent(`pointer${name}`, { bubbles: true, clientX: x, clientY: y, button: 0 });
  fireEvent(element, Object.assign(event, { pointerId, pointerType: "touch" }));
}

function drag(element: HTMLElement, to: Point) {
  touch("down", element, 1, [200, 300]);
  for (const part of [0.3, 0.7, 1]) {
    touch("move", element, 1, [200 + (to[0] - 200) * part, 300 + (to[1] - 300) * part]);
  }
  touch("up", element, 1, to);
}

const isAt = (id: string) => waitFor(() => expect(window.location.pathname).toBe(`/view-image/${id}`));

describe.each(shownKinds)("%s", (_, change, surface) => {
  test("is swiped to the next and the previous item", async () => {
    await openOn(change);
    drag(surface(), [80, 310]);
    await isAt("after");
    await userEvent.click(screen.getByRole("button", { name: "Previous" }));
    await isAt("wanted");
    await waitFor(() => surface());
    drag(surface(), [330, 290]);
    await isAt("before");
  });

  test("is pulled down to close", async () => {
    await openOn(change);
    drag(surface(), [205, 480]);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  test("is pinched to zoom in", async () => {
    await openOn(change);
    const place = surface();
    touch("down", place, 1, [180, 300]);
    touch("down", place, 2, [220, 300]);
    touch("move", place, 1, [140, 300]);
    touch("move", place, 2, [260, 300]);
    const frame = place.closest<HTMLElement>("[style*='scale']");
    expect(frame?.style.transform).toContain("scale(3)");
    touch("up", place, 1, [140, 300]);
    touch("up", place, 2, [260, 300]);
    // Dragging an enlarged photo moves it around instead of showing the next one.
    drag(surface(), [80, 300]);
    expect(window.location.pathname).toBe("/view-image/wanted");
  });
});

test("a clip starts on a tap, and has its controls from then on", async () => {
  await openOn({ mediaType: "video", playable: "ready" });
  const player = screen.getByLabelText("Video: Wanted", { selector: "video" });
  expect(player).not.toHaveAttribute("controls");
  await userEvent.click(screen.getByRole("button", { name: "Play the video" }));
  expect(plays).toBe(1);
  expect(player).toHaveAttribute("controls");
  expect(player).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Play the video" })).not.toBeInTheDocument();
});

test("a finger that drags on a player's controls seeks, and leaves the viewer where it is", async () => {
  await openOn({ mediaType: "video", playable: "ready" });
  await userEvent.click(screen.getByRole("button", { name: "Play the video" }));
  const player = screen.getByLabelText("Video: Wanted", { selector: "video" });
  player.getBoundingClientRect = () => new DOMRect(0, 0, 390, 350);
  drag(player, [80, 300]);
  expect(window.location.pathname).toBe("/view-image/wanted");
  player.getBoundingClientRect = () => new DOMRect(0, 0, 390, 700);
  drag(player, [80, 300]);
  await isAt("after");
});

test("controls in a notice can be pressed, and the first and last item offer one direction only", async () => {
  await openOn({ derivatives: "failed" });
  api.on("POST /api/media/wanted/retry", {
    json: mediaItemDto({ id: "wanted", description: "Wanted", derivatives: "pending" }),
  });
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(api.made("POST /api/media/wanted/retry")).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await isAt("after");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Next" })).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Previous" })).toBeVisible();
});
