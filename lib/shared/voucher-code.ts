/** Crockford's letters: none that is taken for another when a code is read aloud or off a card. */
export const voucherLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 60 bits: with the guesses that a person has, nobody meets one by trying. */
export const voucherCodeLength = 12;

/** `ABCD-2345-WXYZ`, as it is shown. */
export function groupedCode(letters: string): string {
  return letters.replace(/.{4}(?=.)/g, "$&-");
}

/** A code as somebody typed it, in any case, with spaces or dashes or without: as it is looked up. */
export function plainCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}
