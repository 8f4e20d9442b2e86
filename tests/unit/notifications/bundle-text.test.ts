import { describeNewUploads } from "@/lib/notify/notifications/server/bundle-text";

test.each([
  [1, 0, "Amara added a new photo"],
  [0, 1, "Amara added a new video"],
  [12, 0, "Amara added 12 new photos"],
  [0, 2, "Amara added 2 new videos"],
  [1, 1, "Amara added 1 new photo and 1 video"],
  [1200, 3, "Amara added 1,200 new photos and 3 videos"],
])("%i photos and %i videos", (photos, videos, words) => {
  expect(describeNewUploads("Amara", photos, videos)).toBe(words);
});
