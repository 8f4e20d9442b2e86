/** Where a phone pairs a TV or frame; the QR code on it opens this. */
export const pairingPath = (code: string) => `/screens?code=${encodeURIComponent(code)}`;
