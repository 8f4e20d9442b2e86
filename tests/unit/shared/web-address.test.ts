import { holdsWebAddress, withoutWebAddresses } from "@/lib/shared/web-address";

test.each([
  "Claim your prize at evil.com",
  "evil.com/prize",
  "EVIL.COM",
  "https://evil",
  "see hxxp://evil",
  "www.evil",
  "win.prizes.xyz now",
  "bit.ly/x",
  "evil.com.",
  "(evil.de)",
  "a@evil.org",
  "evil\uff0ecom",
  "evil\u3002com",
  "\uff45\uff56\uff49\uff4c.\uff43\uff4f\uff4d",
  "evil.co.uk",
  "evil.xn--p1ai",
  "пример.рф",
])("%s leads somewhere, and nowhere once it is neutralised", (text) => {
  expect(holdsWebAddress(text)).toBe(true);
  expect(holdsWebAddress(withoutWebAddresses(text))).toBe(false);
});

test.each([
  "St. Mary",
  "J.R. Smith",
  "J.R.R. Tolkien",
  "The Okafors",
  "Dr. No",
  "Smith Jr.",
  "amara.okafor",
  "juan.de.la.cruz",
  "grandma.rose",
  "Mum & Dad :)",
  "Nana: the best",
  "Est. 1984",
  "v1.0",
  "Ångström-Łukasz",
  "…",
])("%s is only a name", (text) => {
  expect(holdsWebAddress(text)).toBe(false);
  expect(withoutWebAddresses(text)).toBe(text);
});
