import { devicePlatform } from "@/lib/shared/device-platform";

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", 5, "ios"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5, "ios"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 0, "other"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9)", 5, "android"],
  ["Mozilla/5.0 (X11; Linux x86_64)", 0, "other"],
])("%s with %d touch points is %s", (userAgent, touchPoints, platform) => {
  expect(devicePlatform(userAgent, touchPoints)).toBe(platform);
});
