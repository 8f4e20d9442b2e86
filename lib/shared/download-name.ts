// Invisible characters that change a name's reading order: "photo\u202egnp.exe" looks like "photoexe.png".
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Extensions that people use for a type besides its own. */
const alternatives: Record<string, readonly string[]> = {
  jpg: ["jpeg", "jpe", "jfif"],
  mp4: ["m4v"],
  mov: ["qt"],
  dng: ["gpr"],
};

/**
 * The name an original is saved under: the uploader's, but it can't pretend to be another type of file.
 * @param extension of the file's actual type, without the dot
 */
export function downloadName(name: string, extension: string): string {
  const readable = name.replace(bidiControls, "");
  const given = /\.([^.]+)$/.exec(readable)?.[1]?.trim().toLowerCase() ?? "";
  const isRight = given === extension || alternatives[extension]?.includes(given);
  return isRight ? readable.trim() : `${readable.trim() || "unnamed"}.${extension}`;
}
