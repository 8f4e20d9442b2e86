import fc from "fast-check";
import { groupedCode, plainCode, voucherCodeLength, voucherLetters } from "@/lib/shared/voucher-code";

const codes = fc
  .array(fc.constantFrom(...voucherLetters), { minLength: voucherCodeLength, maxLength: voucherCodeLength })
  .map((letters) => letters.join(""));

test("a code is the same however it is typed", () => {
  fc.assert(
    fc.property(codes, (code) => {
      const shown = groupedCode(code);
      expect(shown).toHaveLength(voucherCodeLength + 2);
      for (const typed of [
        shown,
        code,
        shown.toLowerCase(),
        ` ${shown.replaceAll("-", "  ")}\n`,
        `${shown}.`,
      ]) {
        expect(plainCode(typed)).toBe(code);
      }
    }),
  );
});

test("letters that look like digits are read as digits", () => {
  expect(plainCode("o0il-1OIL")).toBe("00111011");
});

test("no code contains a letter that looks like another character", () => {
  expect(voucherLetters).toHaveLength(32);
  expect(voucherLetters).not.toMatch(/[OILU]/);
});
