import { derivativeKey, originalKey } from "@/lib/album/media/server/storage-keys";
import { parseStoredKey } from "@/lib/album/media/server/stored-key";

const familyId = "0198aaaa-0000-7000-8000-000000000001";
const mediaId = "0198bbbb-0000-7000-8000-000000000002";

test("every key that the album creates is read back", () => {
  expect(parseStoredKey(originalKey(familyId, mediaId, "jpg"))).toEqual({
    familyId,
    mediaId,
    isOriginal: true,
  });
  for (const kind of ["thumbnail", "medium", "sphere", "playable", "playable-small"] as const) {
    expect(parseStoredKey(derivativeKey(familyId, mediaId, kind))).toEqual({
      familyId,
      mediaId,
      isOriginal: false,
    });
  }
});

test.each([
  "",
  "stray.jpg",
  `families/${familyId}/originals/holiday.jpg`,
  `families/${familyId}/originals/${mediaId}`,
  `families/somebody/originals/${mediaId}.jpg`,
  `families/${familyId}/derived/${mediaId}/other`,
  `x/families/${familyId}/originals/${mediaId}.jpg`,
])("%j isn't an item's", (key) => {
  expect(parseStoredKey(key)).toBeNull();
});
