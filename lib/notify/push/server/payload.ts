/** What a service worker receives; lib/service-worker/push-handlers.ts shows it. */
export interface PushText {
  title: string;
  body: string;
  /** A path of the album, where a click leads. */
  url: string;
  /** A later push with the same tag replaces the earlier one on the screen. */
  tag: string;
  /** null for a test. */
  notificationId: string | null;
}

const maxTitleBytes = 300;
/** The total stays under 3 KB: services accept 4,096 bytes, including encryption. */
const maxBodyBytes = 1_800;

/** The length in JSON: a quotation mark takes two bytes, a control character six. */
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
const ellipsis = "…";

/** Never cuts a character in two, however many code points it has. */
function cutTo(text: string, maxBytes: number): string {
  if (jsonBytes(text) <= maxBytes) return text;
  let kept = "";
  let bytes = jsonBytes(ellipsis);
  for (const { segment } of characters.segment(text)) {
    bytes += jsonBytes(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${ellipsis}`;
}

/** The push's payload, under 3 KB. */
export function pushPayload({ title, body, ...rest }: PushText): string {
  return JSON.stringify({ title: cutTo(title, maxTitleBytes), body: cutTo(body, maxBodyBytes), ...rest });
}
