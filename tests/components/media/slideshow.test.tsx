import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { Slideshow } from "@/components/album/media/slideshow/slideshow";
import { listOf } from "@/lib/album/media/client/media-list";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { changeSlideshowSettings } from "@/lib/album/slideshow/client/settings";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";

const photo = (name: string, change: Partial<MediaItemDto> = {}) =>
  mediaItemDto({ id: name, description: name, takenAt: "2024-07-05T10:00:00.000", ...change });
const clip = (name: string) => photo(name, { mediaType: "video", fileType: "video", playable: "ready" });

const ended = jest.fn();

/** Loads more of the album's items. */
let arrive = (_items: readonly MediaItemDto[]) => {};

function Album({ items: first, total }: { items: readonly MediaItemDto[]; total: number }) {
  const [items, setItems] = useState(first);
  arrive = setItems;
  const [id, setId] = useState(items[0]?.id ?? "");
  const list = listOf(items);
  return (
    <Slideshow
      items={list}
      index={list.indexOf(id)}
      total={total}
      onShow={setId}
      onNearEnd={() => {}}
      onEnd={ended}
    />
  );
}

/** jsdom has no PointerEvent; this one has the touch properties used here. */
class TestPointerEvent extends MouseEvent {
  readonly isPrimary: boolean;
  constructor(type: string, options: PointerEventInit = {}) {
    super(type, options);
    this.isPrimary = options.isPrimary ?? true;
  }
}

const play = jest.fn();
const pause = jest.fn();

beforeEach(() => {
  Object.assign(window, { PointerEvent: TestPointerEvent });
  localStorage.clear();
  changeSlideshowSettings({ seconds: 5, isShuffled: false });
  jest.useFakeTimers();
  for (const mock of [ended, play, pause]) mock.mockReset();
  play.mockResolvedValue(undefined);
  jest.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(play);
  jest.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(pause);
});
afterEach(() => jest.useRealTimers());

const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const show = (items: readonly MediaItemDto[], total = items.length) =>
  renderPage(<Album items={items} total={total} />, { address: "/" });
/** The text of the slide on top. */
const shown = () => screen.getByRole("dialog", { name: "Slideshow" }).querySelectorAll("p")[0]?.textContent;
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.getByRole("button", { name });

test("each photo is shown for the set time, and after the last comes the first", async () => {
  show([photo("beach"), photo("harbour")]);
  expect(shown()).toBe("beach");
  await wait(4_900);
  expect(shown()).toBe("beach");
  await wait(200);
  expect(shown()).toBe("harbour");
  await wait(5_100);
  expect(shown()).toBe("beach");
});

test("says what is shown and when it was taken, and has no accessibility faults", async () => {
  show([photo("beach"), photo("harbour")]);
  const dialog = screen.getByRole("dialog", { name: "Slideshow" });
  expect(within(dialog).getByText("5 July 2024")).toBeInTheDocument();
  jest.useRealTimers();
  expect((await axe(dialog)).violations).toEqual([]);
});

test("Space pauses and plays again, arrows move, Escape ends it", async () => {
  show([photo("beach"), photo("harbour"), photo("dunes")]);
  await user().keyboard(" ");
  await wait(20_000);
  expect(shown()).toBe("beach");
  expect(button("Play")).toBeInTheDocument();
  await user().keyboard("{ArrowRight}");
  await wait(10);
  expect(shown()).toBe("harbour");
  await user().keyboard("{ArrowLeft}");
  await wait(10);
  expect(shown()).toBe("beach");
  await user().keyboard(" ");
  await wait(5_100);
  expect(shown()).toBe("harbour");
  expect(ended).not.toHaveBeenCalled();
  await user().keyboard("{Escape}");
  expect(ended).toHaveBeenCalledTimes(1);
});

test("paused while the next photo is still loading, it stays where it is", async () => {
  let arrive = () => {};
  const decode = jest.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  Object.assign(HTMLImageElement.prototype, { decode });
  show([photo("beach"), photo("harbour")]);
  await wait(5_100);
  expect(decode).toHaveBeenCalled();
  await user().keyboard(" ");
  arrive();
  await wait(100);
  expect(shown()).toBe("beach");
  await user().keyboard("{ArrowRight}");
  arrive();
  await wait(100);
  expect(shown()).toBe("harbour");
  Reflect.deleteProperty(HTMLImageElement.prototype, "decode");
});

test("a swipe to the left shows the next, a short one does nothing", async () => {
  show([photo("beach"), photo("harbour")]);
  const stage = screen.getByRole("img", { name: "beach" });
  fireEvent.pointerDown(stage, { clientX: 300, isPrimary: true });
  fireEvent.pointerUp(stage, { clientX: 270, isPrimary: true });
  await wait(10);
  expect(shown()).toBe("beach");
  fireEvent.pointerDown(stage, { clientX: 300, isPrimary: true });
  fireEvent.pointerUp(stage, { clientX: 200, isPrimary: true });
  await wait(10);
  expect(shown()).toBe("harbour");
});

test("a clip plays to its end, whatever the set time, and stops while paused", async () => {
  show([clip("first steps"), photo("harbour")]);
  expect(play).toHaveBeenCalledTimes(1);
  await wait(30_000);
  expect(shown()).toBe("first steps");
  await user().click(button("Pause"));
  expect(pause).toHaveBeenCalled();
  await user().click(button("Play"));
  expect(play).toHaveBeenCalledTimes(2);
  fireEvent.ended(screen.getByLabelText("Video: first steps"));
  await wait(10);
  expect(shown()).toBe("harbour");
});

test("a long video ends after a minute", async () => {
  show([clip("the wedding"), photo("harbour")]);
  await wait(59_000);
  expect(shown()).toBe("the wedding");
  await wait(1_100);
  expect(shown()).toBe("harbour");
});

test("if sound isn't allowed, a clip plays without it", async () => {
  play.mockRejectedValueOnce(new DOMException("No press yet", "NotAllowedError"));
  show([clip("first steps"), photo("harbour")]);
  await wait(10);
  expect(screen.getByLabelText("Video: first steps")).toHaveProperty("muted", true);
  expect(play).toHaveBeenCalledTimes(2);
});

test("a photo without a picture is skipped", async () => {
  show([photo("beach"), photo("broken", { derivatives: "failed" }), photo("dunes")]);
  await wait(5_100);
  expect(shown()).toBe("dunes");
});

test("at the end of the loaded items it waits for more instead of starting again", async () => {
  show([photo("beach"), photo("harbour")], 40);
  await wait(5_100);
  expect(shown()).toBe("harbour");
  await wait(15_000);
  expect(shown()).toBe("harbour");
});

test("a clip that ends as the last one loaded is followed by the next once that is loaded", async () => {
  const items = [photo("beach"), clip("first steps")];
  show(items, 3);
  await wait(5_100);
  fireEvent.ended(screen.getByLabelText("Video: first steps"));
  await wait(10_000);
  expect(shown()).toBe("first steps");
  act(() => arrive([...items, photo("harbour")]));
  await wait(1_100);
  expect(shown()).toBe("harbour");
});

describe("a photo that doesn't arrive", () => {
  const decode = () => new Promise<void>(() => {});
  beforeEach(() => void Object.assign(HTMLImageElement.prototype, { decode }));
  afterEach(() => void Reflect.deleteProperty(HTMLImageElement.prototype, "decode"));

  test("is shown while it loads, ten seconds after it was due", async () => {
    show([photo("beach"), photo("harbour")]);
    await wait(14_900);
    expect(shown()).toBe("beach");
    await wait(200);
    expect(shown()).toBe("harbour");
  });

  test("is no longer waited for once the slideshow has ended", async () => {
    const onShow = jest.fn();
    const items = listOf([photo("beach"), photo("harbour")]);
    const { unmount } = renderPage(
      <Slideshow items={items} index={0} total={2} onShow={onShow} onNearEnd={() => {}} onEnd={ended} />,
    );
    await wait(5_100);
    unmount();
    await wait(20_000);
    expect(onShow).not.toHaveBeenCalled();
  });
});

test("there are never more than two slides in the document", async () => {
  show([photo("beach"), photo("harbour"), photo("dunes"), photo("boats")]);
  for (let step = 0; step < 7; step++) {
    await wait(5_100);
    expect(screen.getAllByRole("img").length).toBeLessThanOrEqual(2);
  }
});

test("pace and order are chosen from the menu and remembered", async () => {
  jest.useRealTimers();
  show([photo("beach"), photo("harbour")]);
  await userEvent.click(button("Slideshow settings"));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "15 seconds" }));
  await userEvent.click(button("Slideshow settings"));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "Shuffled" }));
  expect(JSON.parse(localStorage.getItem("slideshow") ?? "")).toEqual({ seconds: 15, isShuffled: true });
});

test("the buttons disappear after three seconds and come back with the pointer", async () => {
  show([photo("beach"), photo("harbour")]);
  const bar = button("Pause").parentElement?.parentElement;
  expect(bar).not.toHaveClass("opacity-0");
  await wait(3_100);
  expect(bar).toHaveClass("opacity-0");
  fireEvent.pointerMove(window);
  expect(bar).not.toHaveClass("opacity-0");
});
