// npm run update: backs up, brings the newest version, starts it to see whether it works, and goes back if it doesn't.
//   --to REF            a tag, branch or commit instead of the newest one
//   --backup FOLDER     where to back up to; a new folder under DATA_DIR/backups by default
//   --since EARLIER     an earlier backup on the same disk, with which the new one shares its files
//   --stop-with "..."   a command that stops the album if it is running, such as "systemctl stop keepsake"
//   --start-with "..."  one that starts it again afterwards
//   --wait SECONDS      how long the new version may take until it answers (120)
//   --roll-back         goes back after an update that was itself interrupted
// It runs as the user that runs the album. See docs/operations.md.
import path from "node:path";
import { parseArgs } from "node:util";
import { runsOnModernNode } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";
import { rollBackInterrupted, update } from "./lib/update.mjs";

// npm runs a program in the project's folder: names are relative to where the command was given.
const fromHere = (name) => name && path.resolve(process.env.INIT_CWD ?? "", name);

if (await runsOnModernNode(root)) {
  const { values } = parseArgs({
    options: {
      to: { type: "string" },
      backup: { type: "string" },
      since: { type: "string" },
      "stop-with": { type: "string" },
      "start-with": { type: "string" },
      wait: { type: "string" },
      "roll-back": { type: "boolean" },
    },
  });
  const options = {
    to: values.to,
    backup: fromHere(values.backup),
    since: fromHere(values.since),
    stopWith: values["stop-with"],
    startWith: values["start-with"],
    waitSeconds: Number(values.wait ?? 120),
  };
  process.chdir(root);
  try {
    process.exitCode = await (values["roll-back"]
      ? rollBackInterrupted(root, options)
      : update(root, options));
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
