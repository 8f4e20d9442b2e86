import { folderName, folderOf, nameIn } from "@/lib/album/imports/folders";
import type { SourceFacts, SourceReader } from "@/lib/album/imports/sources/source-reader";
import { paragraph } from "@/lib/album/imports/texts";
import { type WallClock, wallClockOf } from "@/lib/album/media/wall-clock";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";

/** Direction marks, which depend on the phone's language. */
const marks = /[\u200e\u200f\u202a-\u202e]/g;
const date = String.raw`(\d{1,4})([./-])(\d{1,2})[./-](\d{1,4}),? +(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))? ?([ap])?\.? ?(?:m\.?)?`;
/** iPhones use brackets, Android phones a dash. WhatsApp's own messages have no author. */
const messageStart = new RegExp(String.raw`^(?:\[${date}\]|${date} -) (?:([^:]{1,100}): ?)?(.*)$`, "i");
/** Longer rows have no attachment. */
const maxRowChars = 4_000;
const attachedPattern = /^(.*?)<[^:<>]+: ?([^<>/\\]+\.\w{2,5})>$|^([^<>/\\]+?\.\w{2,5}) \([^()]+\)$/s;
const ownName = /^(?:IMG|VID)-\d{8}-WA\d{4}|^\d{8}-(?:PHOTO|VIDEO)-\d{4}-|^WhatsApp (?:Image|Video) /i;

interface Attachment {
  name: string;
  caption: string;
  /** As written: the order of day and month isn't known yet. */
  numbers: [number, number, number];
  isDotted: boolean;
  time: [number, number, number];
}

/** The attachments of messages that have one. */
function* readAttachments(text: string): Generator<Attachment> {
  let open: Attachment | null = null;
  for (const raw of text.replace(/[\u00a0\u202f]/g, " ").split(/\r?\n/)) {
    const row = raw.replace(marks, "");
    const found = messageStart.exec(row);
    if (!found) {
      if (open) open.caption += `\n${row}`;
      continue;
    }
    if (open) yield open;
    open = null;
    // One of the two forms has matched: the other's groups are empty.
    const groups = found.slice(1, 9).some((group) => group !== undefined)
      ? found.slice(1, 9)
      : found.slice(9, 17);
    const [first, mark, second, third, hour, minute, seconds = "00", half] = groups;
    const attached =
      found[17] === undefined || row.length > maxRowChars
        ? null
        : attachedPattern.exec((found[18] ?? "").trim());
    const name = attached?.[2] ?? attached?.[3];
    if (!attached || name === undefined) continue;
    const clock =
      half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
    open = {
      name,
      caption: attached[1] ?? "",
      numbers: [Number(first), Number(second), Number(third)],
      isDotted: mark === ".",
      time: [clock, Number(minute), Number(seconds)],
    };
  }
  if (open) yield open;
}

/** Whether a chat's dates begin with the day, as most countries write them. */
function beginsWithDay(attachments: readonly Attachment[]): boolean {
  if (attachments.some(({ numbers: [first] }) => first > 12)) return true;
  if (attachments.some(({ numbers: [, second] }) => second > 12)) return false;
  for (const { name, numbers, isDotted } of attachments) {
    const [, month, day] = /\d{4}-?(\d{2})-?(\d{2})/.exec(name) ?? [];
    const [first, second] = numbers;
    if (first !== second && month !== undefined) return !(first === Number(month) && second === Number(day));
    if (isDotted) return true;
  }
  return true;
}

function localTime({ numbers, time }: Attachment, isDayFirst: boolean): WallClock | null {
  const [first, second, third] = numbers;
  const isYearFirst = first >= 1000;
  const year = isYearFirst ? first : third < 100 ? 2000 + third : third;
  const [month, day] = isYearFirst ? [second, third] : isDayFirst ? [second, first] : [first, second];
  return wallClockOf([year, month, day, ...time]);
}

/** WhatsApp: an exported chat, which says when each file was sent and with what text, or a phone's WhatsApp folders. */
export class WhatsAppReader implements SourceReader {
  readonly kind = "whatsapp";
  readonly #facts = new Map<string, SourceFacts>();
  readonly #folders = new Set<string>();
  isFound = false;

  notice(path: string): void {
    this.isFound ||= ownName.test(nameIn(path));
  }

  read(path: string, text: string): boolean {
    if (!/\.txt$/i.test(path)) return false;
    const attachments = [...readAttachments(text)];
    const isDayFirst = beginsWithDay(attachments);
    const folder = folderOf(path);
    for (const attachment of attachments) {
      this.#facts.set(folder + attachment.name, {
        takenLocal: localTime(attachment, isDayFirst),
        description: paragraph(attachment.caption, maxDescriptionLength),
      });
    }
    this.#folders.add(folder);
    this.isFound = true;
    return true;
  }

  isOwnFolder(folder: string): boolean {
    return this.#folders.has(folder) || /^(?:WhatsApp |(?:Sent|Private)$)/i.test(folderName(folder));
  }

  find(path: string): SourceFacts | undefined {
    return this.#facts.get(path);
  }
}
