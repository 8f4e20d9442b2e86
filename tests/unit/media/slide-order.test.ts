import { SlideOrder, type SlideOrderOptions } from "@/lib/album/slideshow/slide-order";

const listOf = (...keys: number[]) => ({
  length: keys.length,
  keyAt: (index: number) => keys[index],
  indexOfKey: (key: number) => keys.indexOf(key),
});
const inOrder: SlideOrderOptions = { isShuffled: false, isComplete: true, canShow: () => true };
const shuffled: SlideOrderOptions = { ...inOrder, isShuffled: true };

test("after the last slide comes the first", () => {
  const order = new SlideOrder();
  const list = listOf(10, 11, 12);
  expect(order.next(list, 0, inOrder)).toBe(1);
  expect(order.next(list, 2, inOrder)).toBe(0);
});

test("while the list is still growing, nothing follows its last slide", () => {
  const order = new SlideOrder();
  const growing = { ...inOrder, isComplete: false };
  expect(order.next(listOf(10, 11), 1, growing)).toBeNull();
  expect(order.next(listOf(10, 11, 12), 1, growing)).toBe(2);
});

test("slides that can't be shown are skipped, even across the end", () => {
  const order = new SlideOrder();
  const list = listOf(10, 11, 12, 13);
  const options = { ...inOrder, canShow: (index: number) => index === 1 || index === 2 };
  expect(order.next(list, 1, options)).toBe(2);
  expect(order.next(list, 2, options)).toBe(1);
});

test("a single photo has nothing after it", () => {
  expect(new SlideOrder().next(listOf(10), 0, inOrder)).toBeNull();
  expect(new SlideOrder().next(listOf(10), 0, shuffled)).toBeNull();
});

test("shuffled, every slide comes once before any comes again", () => {
  const list = listOf(...Array.from({ length: 50 }, (_, index) => 100 + index));
  const order = new SlideOrder();
  const seen = [7];
  for (let step = 1; step < 50; step++) seen.push(order.next(list, seen.at(-1) as number, shuffled) ?? -1);
  expect(new Set(seen).size).toBe(50);
  expect(seen).not.toEqual(seen.toSorted((one, two) => one - two));
  const again = order.next(list, seen.at(-1) as number, shuffled);
  expect(again).not.toBe(seen.at(-1));
  expect(again).toBeGreaterThanOrEqual(0);
});

test("going back follows what was shown, not the list", () => {
  const list = listOf(10, 11, 12, 13);
  const order = new SlideOrder();
  order.leave(list, 3);
  order.leave(list, 0);
  expect(order.previous(list, 2)).toBe(0);
  expect(order.previous(list, 0)).toBe(3);
  // Before the slides that were shown, the list's order applies.
  expect(order.previous(list, 3)).toBe(2);
  expect(order.previous(list, 0)).toBeNull();
});

test("going back skips a slide that was deleted meanwhile", () => {
  const order = new SlideOrder();
  order.leave(listOf(10, 11, 12), 0);
  order.leave(listOf(10, 11, 12), 1);
  expect(order.previous(listOf(10, 12), 1)).toBe(0);
});
