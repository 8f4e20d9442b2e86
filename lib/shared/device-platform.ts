export type DevicePlatform = "ios" | "android" | "other";

/**
 * The kind of device, from its user agent.
 * @param touchPoints an iPad calls itself a Mac, but no Mac has a touch screen
 */
export function devicePlatform(userAgent: string, touchPoints = 0): DevicePlatform {
  if (/android/i.test(userAgent)) return "android";
  if (/iphone|ipad|ipod/i.test(userAgent)) return "ios";
  return /macintosh/i.test(userAgent) && touchPoints > 1 ? "ios" : "other";
}
