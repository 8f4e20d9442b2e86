export interface DialCode {
  /** Including its plus sign. */
  code: string;
  country: string;
}

/** Specification 9.8: 29 country codes, +44 first, which is the default. */
export const dialCodes: readonly DialCode[] = [
  { code: "+44", country: "United Kingdom" },
  { code: "+1", country: "United States and Canada" },
  { code: "+353", country: "Ireland" },
  { code: "+61", country: "Australia" },
  { code: "+64", country: "New Zealand" },
  { code: "+43", country: "Austria" },
  { code: "+32", country: "Belgium" },
  { code: "+55", country: "Brazil" },
  { code: "+45", country: "Denmark" },
  { code: "+358", country: "Finland" },
  { code: "+33", country: "France" },
  { code: "+49", country: "Germany" },
  { code: "+30", country: "Greece" },
  { code: "+852", country: "Hong Kong" },
  { code: "+91", country: "India" },
  { code: "+39", country: "Italy" },
  { code: "+81", country: "Japan" },
  { code: "+52", country: "Mexico" },
  { code: "+31", country: "Netherlands" },
  { code: "+234", country: "Nigeria" },
  { code: "+47", country: "Norway" },
  { code: "+48", country: "Poland" },
  { code: "+351", country: "Portugal" },
  { code: "+65", country: "Singapore" },
  { code: "+27", country: "South Africa" },
  { code: "+82", country: "South Korea" },
  { code: "+34", country: "Spain" },
  { code: "+46", country: "Sweden" },
  { code: "+41", country: "Switzerland" },
];

export const defaultDialCode = "+44";

/** Country codes whose numbers keep their leading zero, wherever the call comes from. */
const keepsLeadingZero = new Set(["+39"]);

export interface PhoneParts {
  dialCode: string;
  /** The number as typed at home. */
  number: string;
}

/**
 * Country code and number as one string (specification 3): `+447700900123`. The zero dialled only within the country is
 * left out; a number typed with its own country code keeps that.
 * @returns "" if no digit was typed
 */
export function joinPhone({ dialCode, number }: PhoneParts): string {
  const digits = number.replace(/\D/g, "");
  if (!digits) return "";
  const typed = number.trim();
  if (typed.startsWith("+")) return `+${digits}`;
  if (typed.startsWith("00")) return `+${digits.slice(2)}`;
  return `${dialCode}${keepsLeadingZero.has(dialCode) ? digits : digits.replace(/^0/, "")}`;
}

/** Splits a stored number again; a country code missing from the list stays inside the number. */
export function parsePhone(phone: string | null): PhoneParts {
  const stored = phone ?? "";
  const [found] = dialCodes
    .filter(({ code }) => stored.startsWith(code))
    .sort((one, other) => other.code.length - one.code.length);
  return found
    ? { dialCode: found.code, number: stored.slice(found.code.length).trim() }
    : { dialCode: defaultDialCode, number: stored };
}
