import path from "node:path";
import { closeDatabase } from "@/lib/db";
import { ExportFolderError, exportIntoFolder } from "@/lib/operations/exports/server/folder-service";

const [family = "", folder = ""] = process.argv.slice(2);
try {
  const done = await exportIntoFolder(family, path.resolve(folder), (line) => console.log(line));
  console.log(
    `The album of ${done.family} is in ${folder}: ${done.files} files, ${done.copied} originals of them new.`,
  );
  if (done.lostCount > 0) {
    console.error(
      `${done.lostCount} originals are missing in the album itself, so they aren't in the folder.`,
    );
    process.exitCode = 2;
  }
} catch (error) {
  if (!(error instanceof ExportFolderError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
