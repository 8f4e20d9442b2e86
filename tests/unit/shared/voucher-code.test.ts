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

test("letters that are taken for figures are the figures", () => {
  expect(plainCode("o0il-1OIL")).toBe("00111011");
});

test("no code holds a letter that is taken for another", () => {
  expect(voucherLetters).toHaveLength(32);
  expect(voucherLetters).not.toMatch(/[OILU]/);
});
