import { countPrints, describeReady, describeRoom } from "@/lib/shop/prints/basket-count";
import { isLowResolution, orderNote, shippingAddressOf } from "@/lib/shop/prints/basket-state";
import { basketOptions, quotaOptions } from "@/lib/shop/prints/client/queries";
import { defaultCrop, isCroppable, paperRatio } from "@/lib/shop/prints/print-crop";
import type { QuotaDto } from "@/lib/shop/prints/schema";

const quota: QuotaDto = {
  remaining: 5,
  monthlyQuota: 5,
  voucherPrints: 0,
  order: null,
  forfeited: 0,
  resetsOn: "2026-12-01",
};

test.each([
  [0, "0 Photos Ready to Print"],
  [1, "1 Photo Ready to Print"],
  [2, "2 Photos Ready to Print"],
])("%i prints read '%s'", (prints, words) => expect(describeReady(prints)).toBe(words));

test("copies of one picture count separately", () =>
  expect(countPrints([{ quantity: 2 }, { quantity: 3 }])).toBe(5));

test.each([
  [0, "Add 5 More"],
  [4, "Add 1 More"],
  [5, "Basket Full"],
  [7, "Basket Full"],
])("with 5 prints left and %i in the basket it says '%s'", (prints, words) =>
  expect(describeRoom(prints, quota)).toBe(words),
);

test("the address is the joined non-empty parts", () => {
  const parts = {
    addressFullName: "Ada Okafor",
    addressLine1: " 1 Garden Lane ",
    addressLine2: "  ",
    addressCity: null,
    addressPostcode: "LS1 1AA",
    addressCountry: null,
    offers: { country: "GB" },
  };
  expect(shippingAddressOf(parts)).toBe("Ada Okafor, 1 Garden Lane, LS1 1AA");
  expect(shippingAddressOf({ ...parts, addressCountry: "GB" })).toBe("Ada Okafor, 1 Garden Lane, LS1 1AA");
  expect(shippingAddressOf({ ...parts, addressCountry: "IE" })).toBe(
    "Ada Okafor, 1 Garden Lane, LS1 1AA, Ireland",
  );
  expect(shippingAddressOf(null)).toBe("");
});

describe("the warning about unused prints", () => {
  const note = (prints: number, change: Partial<QuotaDto> = {}) =>
    orderNote(prints, { ...quota, ...change }, "en-GB");

  test("says the day of the next prints", () => {
    expect(note(3)).toBe(
      "You can order once a month. You'll lose the 2 free prints you haven't used. Your free prints renew on 1 December.",
    );
    expect(note(4)).toContain("You'll lose the free print you haven't used");
  });

  test("is empty when all of the month's prints are used, whatever vouchers remain", () => {
    expect(note(5)).toBeNull();
    expect(note(6, { remaining: 15, voucherPrints: 10 })).toBeNull();
  });

  test("is not shown once the month's order is placed", () =>
    expect(note(1, { remaining: 0, order: { id: "o1", printCount: 5 } })).toBe(
      "You have ordered this month's prints already. Your free prints renew on 1 December.",
    ));

  test("comes after removing excess prints", () =>
    expect(note(7)).toBe("You have 5 free prints left this month: please remove 2."));
});

test.each([
  ["4x6", 1800, 1200, false],
  ["4x6", 1200, 1800, false],
  ["4x6", 1799, 1200, false],
  ["4x6", 1798, 1200, true],
  ["4x6", 1800, 1198, true],
  ["4x6", 1100, 1800, true],
  ["5x7", 2100, 1500, false],
  ["5x7", 2000, 1500, true],
  ["8x10", 2400, 3000, false],
  ["8x10", 2400, 2900, true],
] as const)("at %s, %i by %i pixels: low resolution is %s", (size, width, height, isLow) =>
  expect(isLowResolution({ size, width, height, crop: null })).toBe(isLow),
);

test("a small part of a large picture has low resolution, and an unmeasured picture doesn't count as low", () => {
  const print = { size: "4x6", width: 4000, height: 3000 } as const;
  expect(isLowResolution({ ...print, crop: { x: 0, y: 0, width: 0.4, height: 0.35 } })).toBe(true);
  expect(isLowResolution({ ...print, width: null, crop: null })).toBe(false);
});

test("a portrait picture keeps its upper third, a landscape one its middle", () => {
  const upright = defaultCrop(3000, 6000, "4x6");
  expect(upright).toEqual({ x: 0, y: 0.25 / 3, width: 1, height: 0.75 });
  const lying = defaultCrop(6000, 3000, "4x6");
  expect(lying).toEqual({ x: 0.125, y: 0, width: 0.75, height: 1 });
});

test.each(["4x6", "5x7", "8x10"] as const)("the part printed at %s has its paper's shape", (size) => {
  for (const [width, height] of [
    [4000, 3000],
    [3000, 4000],
    [1600, 1600],
    [9000, 1000],
  ] as const) {
    const crop = defaultCrop(width, height, size);
    expect((crop.width * width) / (crop.height * height)).toBeCloseTo(paperRatio(width, height, size));
  }
});

test("a picture of its paper's shape has nothing to crop", () => {
  expect(isCroppable({ width: 3000, height: 2000, size: "4x6" })).toBe(false);
  expect(isCroppable({ width: 4000, height: 3000, size: "4x6" })).toBe(true);
  expect(isCroppable({ width: null, height: null, size: "4x6" })).toBe(false);
});

test("basket and quota are fresh for 30 seconds", () => {
  expect(basketOptions()).toMatchObject({ staleTime: 30_000, refetchOnMount: true });
  expect(quotaOptions()).toMatchObject({ staleTime: 30_000, refetchOnMount: true });
});
