import { act, render, screen } from "@testing-library/react";
import { JustifiedRowView } from "@/components/album/media/justified-row";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { mediaItems } from "@/tests/support/media-item";

/** The page's idle callbacks, in the order they were requested. */
let forIdleTime: IdleRequestCallback[];
beforeEach(() => {
  forIdleTime = [];
  window.requestIdleCallback = (callback) => forIdleTime.push(callback);
});
afterEach(() => Reflect.deleteProperty(window, "requestIdleCallback"));

const haveTime = () =>
  act(async () => {
    for (const callback of forIdleTime.splice(0)) callback({ didTimeout: false, timeRemaining: () => 10 });
  });

const shape = { rowRatio: 4, narrowest: 0.6, widest: 2.2 };
const items = mediaItems(6);
const renderTile = ({ description }: MediaItemDto) => <p>{description}</p>;
const rows = (numbers: number[], isPassing: boolean) =>
  numbers.map((number) => (
    <JustifiedRowView
      key={number}
      row={{ start: 2 * number, end: 2 * number + 2, ratioSum: 8 / 3, emptyRatio: 0, seen: 2 }}
      items={items}
      shape={shape}
      renderTile={renderTile}
      isPassing={isPassing}
    />
  ));
const shown = () => screen.queryAllByText(/^Picture/).map(({ textContent }) => textContent);

test("rows that are scrolled past show their pictures one by one, in idle time", async () => {
  render(rows([0, 1], true));
  expect(shown()).toEqual([]);
  await haveTime();
  expect(shown()).toEqual(["Picture 1", "Picture 2"]);
  await haveTime();
  expect(shown()).toEqual(["Picture 1", "Picture 2", "Picture 3", "Picture 4"]);
});

test("a row that has already left costs nothing, and the next one gets its turn", async () => {
  const { rerender } = render(rows([0, 1, 2], true));
  rerender(rows([2], true));
  await haveTime();
  expect(shown()).toEqual(["Picture 5", "Picture 6"]);
  expect(forIdleTime).toEqual([]);
});

test("at rest, a row shows its pictures immediately", () => {
  render(rows([0], false));
  expect(shown()).toEqual(["Picture 1", "Picture 2"]);
});
