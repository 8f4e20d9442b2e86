/** For every answer meant for one person: no cache stores it, and no browser guesses its type. */
export const privateHeaders = { "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff" };

/** For an uploaded file: nothing in it runs, and no other site can embed it. */
export const inertFileHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "sandbox; default-src 'none'",
};

/** RFC 8187: any name, including one with quotes or in another script. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** For a private file generated for one download. */
export const downloadHeaders = (name: string, contentType: string) => ({
  ...privateHeaders,
  "Content-Type": contentType,
  "Content-Disposition": attachment(name),
});
