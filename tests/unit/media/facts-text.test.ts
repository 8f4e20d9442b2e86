import { formatCamera, formatExposure, formatPlace } from "@/lib/album/media/facts-text";

const unknown = {
  exposureSeconds: null,
  fNumber: null,
  iso: null,
  focalLengthMm: null,
  focalLength35mm: null,
  hasFlashFired: null,
};

test.each([
  ["Apple", "iPhone 15 Pro", "Apple iPhone 15 Pro"],
  ["NIKON CORPORATION", "NIKON D90", "NIKON D90"],
  ["Canon", "Canon EOS 5D", "Canon EOS 5D"],
  [null, "D90", "D90"],
  ["Apple", null, "Apple"],
  [null, null, null],
])("a camera made by %p and called %p is shown as %p", (cameraMake, cameraModel, text) => {
  expect(formatCamera({ cameraMake, cameraModel })).toBe(text);
});

test("a photo's settings are one line, with the familiar focal length", () => {
  const phone = { ...unknown, exposureSeconds: 1 / 120, fNumber: 1.78, iso: 64, focalLengthMm: 6.765 };
  expect(formatExposure({ ...phone, focalLength35mm: 24 })).toBe("1/120 s · f/1.8 · ISO 64 · 24 mm");
  expect(formatExposure({ ...phone, hasFlashFired: true })).toBe("1/120 s · f/1.8 · ISO 64 · 6.8 mm · flash");
  expect(formatExposure({ ...unknown, exposureSeconds: 0.5 })).toBe("0.5 s");
  expect(formatExposure({ ...unknown, exposureSeconds: 30, hasFlashFired: false })).toBe("30 s");
  expect(formatExposure(unknown)).toBeNull();
});

test("a place is the nearest town, or its position on the globe", () => {
  expect(formatPlace({ name: "Bath, United Kingdom", latitude: 51.4, longitude: -2.36 })).toBe(
    "Near Bath, United Kingdom",
  );
  expect(formatPlace({ name: null, latitude: -33.85678, longitude: 151.2153 })).toBe(
    "33.8568° S, 151.2153° E",
  );
});
