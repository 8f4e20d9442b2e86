const maxLength = 120;
// Unprintable, or with a special meaning on some system that a ZIP may be opened on.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const unfit = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g;

/** A valid file or folder name on every system; never empty, hidden or pointing elsewhere. */
export function safeFileName(name: string): string {
  const plain = name.toWellFormed().replace(unfit, " ").replace(/\s+/g, " ").trim();
  const ending = /\.[a-z0-9]{1,5}$/i.exec(plain)?.[0] ?? "";
  const stem = plain
    .slice(0, plain.length - ending.length)
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, maxLength)
    .toWellFormed();
  return `${stem || "unnamed"}${ending}`;
}
