export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const mebibyte = 1_048_576;
export const gibibyte = 1024 * mebibyte;
