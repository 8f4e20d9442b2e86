import { mediaAlt, mediaTitle } from "@/lib/album/media/media-text";
import { mediaItemDto } from "@/tests/support/media-item";

test("a picture is called by its description", () => {
  expect(mediaAlt(mediaItemDto({ description: "  Sand\n castles " }))).toBe("Sand castles");
});

test("a picture without a description is called by month and uploader, never by its file's name", () => {
  expect(mediaAlt(mediaItemDto())).toBe("Photo from March 2024 by Ada");
  expect(mediaAlt(mediaItemDto({ mediaType: "video", uploadedBy: null }))).toBe("Video from March 2024");
});

test("a picture of an unknown month is called by its year", () => {
  expect(mediaAlt(mediaItemDto({ month: 0 }))).toBe("Photo from 2024 by Ada");
});

test("a picture with a roughly known year is called by it", () => {
  const rough = (yearPrecision: "around" | "decade") =>
    mediaAlt(mediaItemDto({ year: 1980, month: 0, yearPrecision }));
  expect(rough("around")).toBe("Photo from around 1980 by Ada");
  expect(rough("decade")).toBe("Photo from the 1980s by Ada");
});

test("an invalid month is Unknown", () => {
  expect(mediaAlt(mediaItemDto({ month: 13 }))).toBe("Photo from Unknown 2024 by Ada");
});

test("a title ends before it grows too long", () => {
  expect(mediaTitle(mediaItemDto({ description: "long ".repeat(40) }))).toHaveLength(60);
});
