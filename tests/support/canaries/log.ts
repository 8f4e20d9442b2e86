/** Captures what the server logs from now on; all other output goes where it did. */
export function captureLog(): { lines: string[]; stop: () => void } {
  const lines: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    const text = Buffer.from(chunk).toString("utf8");
    if (!text.startsWith('{"time":')) return write.call(process.stdout, chunk, ...rest);
    lines.push(text);
    return true;
  }) as typeof write;
  return {
    lines,
    stop: () => {
      process.stdout.write = write;
    },
  };
}
