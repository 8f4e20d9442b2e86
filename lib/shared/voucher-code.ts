/** Crockford's letters: none that can be mistaken for another when a code is read aloud or off a card. */
export const voucherLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 60 bits: with the number of guesses a person has, nobody finds one by trying. */
export const voucherCodeLength = 12;

/** `ABCD-2345-WXYZ`, as displayed. */
export function groupedCode(letters: string): string {
  return letters.replace(/.{4}(?=.)/g, "$&-");
}

/** A typed code, in any case, with or without spaces or dashes, in the form it is looked up. */
export function plainCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}
