import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

const openZip = promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer);

/** The files of a ZIP by name; a name that points outside it is refused. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("error", reject);
        stream.on("end", () => {
          files.set(entry.fileName, Buffer.concat(parts));
          zip.readEntry();
        });
      });
    });
    zip.on("end", () => resolve(files));
    zip.on("error", reject);
    zip.readEntry();
  });
}
