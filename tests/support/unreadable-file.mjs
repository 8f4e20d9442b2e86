// For `node --import`: reading the file UNREADABLE_FILE fails, as it does on a bad sector. Opening it succeeds.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";

const { open } = fs.promises;
// Reading a folder fails for root, too.
fs.promises.open = (file, ...more) =>
  open(file === process.env.UNREADABLE_FILE ? path.dirname(file) : file, ...more);
syncBuiltinESMExports();
