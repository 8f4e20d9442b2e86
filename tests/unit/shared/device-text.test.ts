import { describeDevice } from "@/lib/shared/device-text";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/141.0.0.0 Mobile Safari/537.36`,
    "Chrome on Android",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
    "Safari on Mac",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux"],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 16328.72.0) ${webKit} Chrome/141.0.0.0 Safari/537.36`,
    "Chrome on ChromeOS",
  ],
  ["curl/8.5.0", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("%j is %s", (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});
