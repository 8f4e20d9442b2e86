/** What a service worker is sent; lib/service-worker/push-handlers.ts shows it. */
export interface PushWords {
  title: string;
  body: string;
  /** A path of the album, where a click leads. */
  url: string;
  /** A later push with the same tag takes the earlier one's place on the screen. */
  tag: string;
  /** null for a test. */
  notificationId: string | null;
}

const maxTitleBytes = 300;
/** The whole stays under 3 KB: services take 4,096 bytes, encryption included. */
const maxBodyBytes = 1_800;

/** As it counts in JSON: a quotation mark takes two bytes, a control character six. */
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
const ellipsis = "…";

/** No character is cut in two, however many code points it is made of. */
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
export function pushPayload({ title, body, ...rest }: PushWords): string {
  return JSON.stringify({ title: cutTo(title, maxTitleBytes), body: cutTo(body, maxBodyBytes), ...rest });
}
