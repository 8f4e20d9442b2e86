import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { chooseQuality } from "@/components/album/media/viewer/quality-choice";
import { ViewerVideo } from "@/components/album/media/viewer/viewer-video";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";

const long: Partial<MediaItemDto> = {
  ...{ id: "film", mediaType: "video", description: "The wedding", durationMs: 600_000 },
  ...{ width: 1920, height: 1080, playable: "ready", playableSmall: "ready" },
};

const player = () => screen.getByLabelText<HTMLVideoElement>("Video: The wedding", { selector: "video" });
const source = () => player().getAttribute("src");
const small = "/api/video/stream/film?quality=360";
const sharp = "/api/video/stream/film?quality=720";
const menu = () => screen.queryByRole("button", { name: /^Quality/ });
const preparing = () => screen.queryByText("A sharper version is being prepared");

let playing: boolean;
beforeEach(() => {
  new FakeApi().install();
  playing = false;
  // jsdom can't play media.
  Object.defineProperty(HTMLMediaElement.prototype, "paused", { configurable: true, get: () => !playing });
  jest.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async () => {
    playing = true;
  });
});
afterEach(() => {
  Object.defineProperty(navigator, "connection", { configurable: true, value: undefined });
  act(() => chooseQuality("auto"));
  jest.useRealTimers();
});

const connect = (connection: object) =>
  Object.defineProperty(navigator, "connection", { configurable: true, value: connection });

let showAgain = (_: Partial<MediaItemDto>) => {};

function Shown({ first }: { first: Partial<MediaItemDto> }) {
  const [item, setItem] = useState(first);
  showAgain = (next) => act(() => setItem(next));
  return <ViewerVideo item={mediaItemDto({ ...long, ...item })} isEnlarged={false} />;
}

const show = (first: Partial<MediaItemDto> = {}) => renderPage(<Shown first={first} />, { address: "/" });

/** Reports, as the browser does, that the video is playing at this second. */
function startAt(seconds: number) {
  act(() => {
    playing = true;
  });
  fireEvent.play(player());
  player().currentTime = seconds;
}

test.each([
  ["a fast one", { effectiveType: "4g", downlink: 10 }, sharp],
  ["one that nothing is known about", undefined, sharp],
  ["3G", { effectiveType: "3g", downlink: 1.4 }, small],
  ["4G in a tunnel", { effectiveType: "4g", downlink: 1.5 }, small],
  ["one whose data is to be saved", { saveData: true, effectiveType: "4g", downlink: 10 }, small],
])("over %s a long video plays at a quality the connection can carry", (_, connection, expected) => {
  if (connection) connect(connection);
  show();
  expect(source()).toBe(expected);
});

test("a video with one rendition plays that, without a choice", () => {
  connect({ saveData: true });
  show({ playableSmall: "none" });
  expect(source()).toBe("/api/video/stream/film");
  expect(menu()).toBeNull();
});

test("the available rendition of a long video plays while a sharper one is made, and says so", async () => {
  const { container } = show({ playable: "pending", playableSmall: "pending" });
  expect(screen.getByText("This video is being prepared")).toBeVisible();
  showAgain({ playable: "pending" });
  expect(source()).toBe(small);
  expect(preparing()).toBeVisible();
  expect(menu()).toBeNull();
  expect((await axe(container)).violations).toEqual([]);
  // The sharper version doesn't interrupt what is being watched.
  startAt(40);
  showAgain({});
  expect(preparing()).toBeNull();
  expect(source()).toBe(small);
  expect(player().currentTime).toBe(40);
  expect(menu()).toBeVisible();
});

test.each([
  ["720p can't be made", { playable: "failed" }, small],
  ["360p can't be made", { playableSmall: "failed" }, sharp],
  ["360p is still to be made", { playableSmall: "pending" }, sharp],
] as const)("a long video whose %s still plays", (_, change, expected) => {
  show(change);
  expect(source()).toBe(expected);
  expect(menu()).toBeNull();
});

test("a quality is chosen by keyboard, continues at the same place, and is remembered for the next video", async () => {
  const page = show();
  startAt(125);
  player().playbackRate = 1.5;
  menu()?.focus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByRole("menuitemradio", { name: "Auto" })).toBeChecked();
  await userEvent.keyboard("{ArrowDown}");
  playing = false;
  await userEvent.keyboard("{Enter}");
  expect(menu()).toHaveAccessibleName("Quality: 360p");
  expect(source()).toBe(small);
  expect(player()).not.toHaveAttribute("poster");
  player().currentTime = 0;
  fireEvent.loadedMetadata(player());
  expect(player()).toMatchObject({ currentTime: 125, playbackRate: 1.5 });
  page.unmount();
  show();
  expect(source()).toBe(small);
});

test("a paused video stays paused when switched", async () => {
  show();
  startAt(30);
  playing = false;
  await userEvent.click(menu() as HTMLElement);
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "360p" }));
  fireEvent.loadedMetadata(player());
  expect([playing, player().currentTime]).toEqual([false, 30]);
});

test("the sharper version of a smaller video is named by its size", async () => {
  show({ width: 480, height: 640 });
  await userEvent.click(menu() as HTMLElement);
  expect(await screen.findByRole("menuitemradio", { name: "480p" })).toBeVisible();
});

describe("a connection that turns out to be slow", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  test("switches to 360p at the same moment after three seconds without data, and so does the next video", () => {
    const page = show();
    startAt(61);
    fireEvent.waiting(player());
    wait(2_999);
    expect(source()).toBe(sharp);
    wait(1);
    expect(source()).toBe(small);
    player().currentTime = 0;
    fireEvent.loadedMetadata(player());
    expect([playing, player().currentTime]).toEqual([true, 61]);
    page.unmount();
    show();
    expect(source()).toBe(small);
  });

  test("switches to it at the third stall, however short", () => {
    show();
    startAt(5);
    for (const expected of [sharp, sharp, small]) {
      fireEvent.waiting(player());
      wait(100);
      expect(source()).toBe(expected);
      fireEvent.playing(player());
    }
  });

  test("keeps a quality chosen by hand, and a video paused meanwhile", () => {
    const page = show();
    startAt(5);
    fireEvent.waiting(player());
    fireEvent.pause(player());
    wait(10_000);
    expect(source()).toBe(sharp);
    page.unmount();
    act(() => chooseQuality("720"));
    show();
    startAt(5);
    fireEvent.waiting(player());
    wait(10_000);
    expect(source()).toBe(sharp);
  });
});
