/** What Apple's maker notes begin with; a directory as in TIFF follows, whose offsets count from the note's first byte. */
const head = "Apple iOS\0\0\x01MM";
const contentIdentifier = 0x0011;
const ascii = 2;
/** Values of at most four bytes are in the entry itself, and no identifier is as short. */
const inlineBytes = 4;
const maxBytes = 100;

/** Apple's name for both parts of a Live Photo, from a photo's maker note; null for any other note. */
export function contentIdentifierOf(makerNote: unknown): string | null {
  if (!(makerNote instanceof Uint8Array)) return null;
  const note = Buffer.from(makerNote.buffer, makerNote.byteOffset, makerNote.byteLength);
  if (note.toString("latin1", 0, head.length) !== head || note.length < head.length + 2) return null;
  const first = head.length + 2;
  const end = Math.min(first + note.readUInt16BE(head.length) * 12, note.length - 11);
  for (let entry = first; entry < end; entry += 12) {
    if (note.readUInt16BE(entry) !== contentIdentifier) continue;
    const bytes = note.readUInt32BE(entry + 4);
    const start = note.readUInt32BE(entry + 8);
    const isText = note.readUInt16BE(entry + 2) === ascii && bytes > inlineBytes && bytes <= maxBytes;
    return isText ? note.toString("latin1", start, start + bytes).replace(/\0.*$/s, "") : null;
  }
  return null;
}
