/** Background task of the pictures' measures. */
export const measureTask = "media.measure";
