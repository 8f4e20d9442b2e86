import { originalOfEdited } from "@/lib/album/media/edited-name";

/** Without its extension, lowercase, and as one form of accented letters. */
const stemOf = (name: string) =>
  name
    .normalize("NFC")
    .replace(/\.[^.]*$/, "")
    .toLowerCase();

/** How programs mark edited copies: Lightroom's IMG_1-Edit, Google's camera's PXL_1~2. */
const editedStem = /(?:[-_ ]edit(?:ed)?(?:-\d+)?|~\d)$/;
/** Apple's: IMG_E1234 of IMG_1234. */
const appleEdited = /^img_e(?=\d{4})/;

/** Whether a name marks its photo as an edited copy. */
export function hasEditedName(name: string): boolean {
  const stem = stemOf(name);
  return originalOfEdited(name) !== null || editedStem.test(stem) || appleEdited.test(stem);
}

/** What the names of a photo, its raw file and its edited copies have in common. */
export const sharedStem = (name: string): string =>
  stemOf(originalOfEdited(name) ?? name)
    .replace(editedStem, "")
    .replace(appleEdited, "img_");

/**
 * Names under which messengers save sent files, always smaller than the original: WhatsApp's two, Signal's, Telegram's,
 * Messenger's two.
 */
const messengerName =
  /^(?:(?:img|vid)-\d{8}-wa\d{4}|whatsapp[ _-](?:image|video)[ _-]\d{4}-|signal-\d{4}-\d{2}-\d{2}-|photo_\d{4}-\d{2}-\d{2}_\d|received_\d{6}|fb_img_\d{6})/i;
export const hasMessengerName = (name: string): boolean => messengerName.test(name);
