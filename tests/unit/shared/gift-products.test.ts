import {
  findGift,
  giftPixels,
  giftPrice,
  giftProducts,
  giftRatio,
  isGiftBlurred,
  maxQuantity,
} from "@/lib/shared/gift-products";

const gift = (product: string, size: string) => {
  const found = findGift(product, size);
  if (!found) throw new Error(`There is no ${product} of ${size}`);
  return found;
};

test("every product has its own sizes, cheapest first", () => {
  for (const { sizes } of giftProducts) {
    expect(new Set(sizes.map(({ id }) => id)).size).toBe(sizes.length);
    expect(sizes.map(({ price }) => price)).toEqual(sizes.map(({ price }) => price).sort((a, b) => a - b));
  }
  expect(findGift("mug", "60x40")).toBeUndefined();
  expect(findGift("yacht", "330ml")).toBeUndefined();
});

test("a frame is turned for a portrait picture, a mug is not", () => {
  const frame = gift("framed-print", "25x20");
  expect(giftRatio(frame.product, frame.size, false)).toBe(1.25);
  expect(giftRatio(frame.product, frame.size, true)).toBe(0.8);
  const mug = gift("mug", "330ml");
  expect(giftRatio(mug.product, mug.size, true)).toBe(giftRatio(mug.product, mug.size, false));
});

test("files for the lab have the pixel dimensions of their size", () => {
  const frame = gift("framed-print", "25x20");
  expect(giftPixels(frame.product, frame.size, false)).toEqual([1969, 1575]);
  expect(giftPixels(frame.product, frame.size, true)).toEqual([1575, 1969]);
  for (const { product, size } of giftProducts.flatMap((one) =>
    one.sizes.map((size) => ({ product: one, size })),
  )) {
    const [width, height] = giftPixels(product, size, false);
    // A file needs memory for at most 20 megapixels.
    expect(width * height).toBeLessThan(20_000_000);
  }
});

test.each([
  [1, 20, 2900],
  [1, 21, 2970],
  [2, 40, 2 * (2900 + 20 * 70)],
])("%d photo books with %d pictures cost %d pence", (quantity, pictures, price) => {
  const { product, size } = gift("photo-book", "21x21");
  expect(giftPrice(product, size, pictures, quantity)).toBe(price);
});

test("too few pixels for a size are reported", () => {
  const { product, size } = gift("canvas", "60x40");
  expect(isGiftBlurred(product, size, { width: 2400, height: 1600 })).toBe(false);
  expect(isGiftBlurred(product, size, { width: 1600, height: 2400 })).toBe(false);
  expect(isGiftBlurred(product, size, { width: 1200, height: 800 })).toBe(true);
});

test("gift cards are bought one at a time", () => {
  expect(maxQuantity(gift("gift-card", "25").product)).toBe(1);
  expect(maxQuantity(gift("mug", "330ml").product)).toBe(10);
});
