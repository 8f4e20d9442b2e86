import type { ParseArgsOptionsConfig } from "node:util";
import { exportUploads } from "@/cli/export";
import type { Outcome } from "@/cli/failures";
import { importArchives } from "@/cli/import";
import { listAlbum } from "@/cli/list";
import type { CommandContext } from "@/cli/options";
import { showAccount, signIn, signOut } from "@/cli/sign-in";
import { upload } from "@/cli/upload";

interface Command {
  synopsis: string;
  summary: string;
  help: string;
  options: ParseArgsOptionsConfig;
  run: (context: CommandContext) => Promise<Outcome>;
}

const wait = { wait: { type: "string" } } as const;
const waitHelp = "  --wait SECONDS      how long to keep trying without a connection (600)\n";

export const commands: Record<string, Command> = {
  login: {
    synopsis: "login URL",
    summary: "use the album at this address",
    help: `Asks for an API key, which you create on the album's security page, checks it, and stores it with the address in
$XDG_CONFIG_HOME/keepsake/config.json, which only you can read.

  --key-file FILE     reads the key from a file
  KEEPSAKE_KEY        the key; you aren't asked for it
  KEEPSAKE_URL        with KEEPSAKE_KEY: every command uses these, and nothing has to be stored
`,
    options: { "key-file": { type: "string" } },
    run: signIn,
  },
  logout: {
    synopsis: "logout",
    summary: "forget the album and the key",
    help: "Deletes the stored key. It keeps working elsewhere until you revoke it on the security page.\n",
    options: {},
    run: signOut,
  },
  whoami: {
    synopsis: "whoami",
    summary: "who the key acts as, and what it can do",
    help: `Asks the album, so it also says whether the key still works.\n\n${waitHelp}`,
    options: { ...wait },
    run: showAccount,
  },
  upload: {
    synopsis: "upload FOLDER|FILE ...",
    summary: "send photos and videos that aren't there yet",
    help: `Folders are read with all their subfolders; hidden files, links and other kinds of files are skipped. Each file
goes to the month in which it was taken. Files that the album already has aren't sent again, and an interrupted upload
continues where it stopped. Needs a key that can upload; to add to albums, one that can see the album too.

  --year YYYY         for files that don't say when they were taken
  --month 1-12        and their month; without it, the month is unknown
  --ignore-dates      puts every file there, whatever its date
  --album TITLE       adds everything to this album, which is created if it doesn't exist
  --albums-by-folder  adds each file in a subfolder to an album named after that subfolder
  --concurrency N     how many files at once, 1 to 4 (2)
  --dry-run           sends nothing; says what would be sent
${waitHelp}`,
    options: {
      year: { type: "string" },
      month: { type: "string" },
      "ignore-dates": { type: "boolean" },
      album: { type: "string" },
      "albums-by-folder": { type: "boolean" },
      concurrency: { type: "string" },
      "dry-run": { type: "boolean" },
      ...wait,
    },
    run: upload,
  },
  import: {
    synopsis: "import ARCHIVE ...",
    summary: "import the photos of another album",
    help: `Sends the archives as they are, all parts in one command, and says what is in them. An interrupted run continues where it
stopped; if you stop waiting, the server continues. Needs a key that can upload.

  --start             adds what was found; without it, nothing is added
${waitHelp}`,
    options: { start: { type: "boolean" }, ...wait },
    run: importArchives,
  },
  export: {
    synopsis: "export [FILE]",
    summary: "download everything you added, as one ZIP",
    help: `Prepares a ZIP on the server: your originals in folders by year and month, with files next to them that photo programs
read, and everything that was said about them. Then downloads it to FILE, or to a file named with today's date. To
continue an interrupted download, run the same command. Needs a key that can see the album. Only an owner can export
the whole album, on the settings page.

  --new               only what is new since your last export; unpack it into the same folder
${waitHelp}`,
    options: { new: { type: "boolean" }, ...wait },
    run: exportUploads,
  },
  ls: {
    synopsis: "ls [YEAR[/MONTH]]",
    summary: "list years, a year's months, or a month's items",
    help: `Month 0 has the items of which only the year is known. Needs a key that can see the album.\n\n${waitHelp}`,
    options: { ...wait },
    run: listAlbum,
  },
};
