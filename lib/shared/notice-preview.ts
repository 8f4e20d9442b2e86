/** Specification 2.11 and 9.5: what the board shows of a notice before 'see more'. */
export const noticePreviewLength = 90;
export const maxNoticeTitleLength = 120;
export const maxNoticeMessageLength = 4000;

/** Specification 5. */
export const noticeIncomplete = "Please fill in both title and message.";

/** The first 90 characters of a message; `isCut` if there is more. A surrogate pair is one character. */
export function noticePreview(message: string): { text: string; isCut: boolean } {
  const characters = [...message];
  if (characters.length <= noticePreviewLength) return { text: message, isCut: false };
  return { text: characters.slice(0, noticePreviewLength).join("").trimEnd(), isCut: true };
}

/** A notice's anchor on the board, which its notification links to. */
export const noticeAnchor = (id: string) => `notice-${id}`;
