import { act, fireEvent, renderHook } from "@testing-library/react";
import { pressAnswered } from "@/components/ui/after-press";
import { usePreloaded } from "@/components/ui/use-preloaded";

const load = jest.fn(async () => {});

beforeEach(() => load.mockClear());

test.each([
  ["points at the page", fireEvent.pointerMove],
  ["touches the page", fireEvent.pointerDown],
  ["presses a key", fireEvent.keyDown],
])("code is fetched once when someone %s, after that event is handled", async (_, first) => {
  renderHook(() => usePreloaded(load));
  await act(pressAnswered);
  expect(load).not.toHaveBeenCalled();
  first(document.body);
  expect(load).not.toHaveBeenCalled();
  await act(pressAnswered);
  first(document.body);
  fireEvent.pointerMove(document.body);
  await act(pressAnswered);
  expect(load).toHaveBeenCalledTimes(1);
});

test("a page that was left doesn't fetch", async () => {
  const { unmount } = renderHook(() => usePreloaded(load));
  unmount();
  fireEvent.pointerMove(document.body);
  await act(pressAnswered);
  expect(load).not.toHaveBeenCalled();
});

test("code that can't be fetched isn't an error yet", async () => {
  renderHook(() => usePreloaded(load));
  load.mockRejectedValueOnce(new Error("Loading chunk 7 failed"));
  fireEvent.pointerMove(document.body);
  await act(pressAnswered);
  expect(load).toHaveBeenCalledTimes(1);
});
