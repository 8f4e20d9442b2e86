/** Files that systems add next to others: nobody chose them. */
export const isSystemFile = (path: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i.test(path);
