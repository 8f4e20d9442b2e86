// npm run restore -- FOLDER [--key FILE] [--only-database]: restores a backup's album where none exists yet. An
// encrypted one is opened by the private key in FILE. --only-database replaces the rows of an album whose files are all
// still there: what has changed since the backup is lost.
// npm run restore -- --from SECOND_COPY [--at TIME] [--key FILE]: restores a second copy (a folder, s3://bucket/prefix,
// or the word SECOND_COPY for the setting's value) as of its latest moment or another one. See docs/operations.md.
import path from "node:path";
import { parseArgs } from "node:util";
import { restoreSecondCopy } from "./lib/restore-second-copy.mjs";
import { runSteps } from "./lib/run-program.mjs";
import { withDatabase } from "./lib/with-database.mjs";

const { values, positionals } = parseArgs({
  options: {
    key: { type: "string" },
    "only-database": { type: "boolean" },
    from: { type: "string" },
    at: { type: "string" },
  },
  allowPositionals: true,
});
const [folder] = positionals;
// npm runs a program in the project's folder: names are relative to where the command was given.
const fromHere = (name) => path.resolve(process.env.INIT_CWD ?? "", name);
const onlyDatabase = values["only-database"] ? ["--only-database"] : [];
const key = values.key ? ["--key", fromHere(values.key)] : [];

function check() {
  if (folder && values.from) throw new Error("Give either a backup's folder or --from.");
  if (!folder && !values.from)
    throw new Error("Give the backup's folder: npm run restore -- /path/to/the/backup");
  if (values.from && onlyDatabase.length > 0) throw new Error("--only-database takes a backup's folder.");
}

await runSteps("restore", check, ({ dataDir, run }) => {
  if (!values.from)
    return withDatabase(dataDir, { mustBeStopped: true }, () =>
      run([fromHere(folder), ...key, ...onlyDatabase]),
    );
  const isAddress = values.from === "SECOND_COPY" || values.from.startsWith("s3://");
  const from = isAddress ? values.from : fromHere(values.from);
  const args = ["--from", from, ...key, ...(values.at ? ["--at", values.at] : [])];
  return restoreSecondCopy(dataDir, (more, env) => run([...args, ...more], env));
});
