import { defaultDialCode, dialCodes, joinPhone, parsePhone } from "@/lib/shared/dial-codes";

test("there are 29 country codes, each once, +44 first and by default", () => {
  expect(dialCodes).toHaveLength(29);
  expect(new Set(dialCodes.map(({ code }) => code)).size).toBe(29);
  expect([dialCodes[0]?.code, defaultDialCode]).toEqual(["+44", "+44"]);
  for (const { code, country } of dialCodes) {
    expect(code).toMatch(/^\+\d{1,3}$/);
    expect(country).not.toBe("");
  }
});

test.each([
  ["+44", "07700 900123", "+447700900123"],
  ["+44", "7700-900-123", "+447700900123"],
  ["+1", "(202) 555 0143", "+12025550143"],
  ["+39", "06 1234 5678", "+390612345678"],
  ["+44", "+49 30 1234567", "+49301234567"],
  ["+44", "0049 30 1234567", "+49301234567"],
  ["+44", "  ", ""],
])("%s and %j make %j", (dialCode, number, phone) => {
  expect(joinPhone({ dialCode, number })).toBe(phone);
});

test.each([
  ["+447700900123", "+44", "7700900123"],
  ["+35312345678", "+353", "12345678"],
  ["+12025550143", "+1", "2025550143"],
  ["+8521234567", "+852", "1234567"],
  ["+254712345678", "+44", "+254712345678"],
  ["07700900123", "+44", "07700900123"],
  [null, "+44", ""],
])("%j is split into %s and %j", (phone, dialCode, number) => {
  expect(parsePhone(phone)).toEqual({ dialCode, number });
});

test("every number that was put together splits and joins to the same one", () => {
  for (const { code } of dialCodes) {
    const phone = joinPhone({ dialCode: code, number: "612345678" });
    expect(joinPhone(parsePhone(phone))).toBe(phone);
  }
});
