/** A form with one file as the body of a request. */
export interface FormBody {
  body: Blob;
  type: string;
}

/**
 * The same bytes each time it is sent. A browser's own form has a new boundary at every attempt, in Firefox even of a
 * different length, and the server would take the repeated request for a different one.
 * @param key random; nothing in the form contains it
 * @param file the field's name, and the bytes
 */
export function formBody(
  key: string,
  fields: Record<string, string | number>,
  file: { field: string; bytes: Blob; type: string },
): FormBody {
  const boundary = `----keepsake-${key}`;
  const head = (name: string, more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`);
  // The file's own name is a field, where it needs no escapes.
  const fileHead = head(file.field, `; filename="file"\r\nContent-Type: ${file.type}`);
  const body = new Blob([...texts, fileHead, file.bytes, `\r\n--${boundary}--\r\n`]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
