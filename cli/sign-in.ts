import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { albumOrigin, readConfig, removeConfig, writeConfig } from "@/cli/config";
import { Failure, type Outcome, UsageError } from "@/cli/failures";
import { type CommandContext, openAlbum, requireArguments, textOption } from "@/cli/options";
import type { UsedKeyDto } from "@/lib/account/keys/schema";

const enter = new Set(["\r", "\n", "\u0004"]);
const backspace = new Set(["\u007f", "\b"]);
const ctrlC = "\u0003";

/** Asks on the terminal; what is typed isn't shown. */
function askHidden(question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  // Before the question, so that typing ahead isn't shown either.
  stdin.setRawMode(true).setEncoding("utf8").resume();
  stderr.write(question);
  return new Promise((resolve, reject) => {
    let typed = "";
    const end = (finish: () => void) => {
      signal.removeEventListener("abort", stop);
      stdin.off("data", read).setRawMode(false).pause();
      stderr.write("\n");
      finish();
    };
    const stop = () => end(() => reject(new Failure("interrupted", "Stopped.")));
    signal.addEventListener("abort", stop, { once: true });
    const read = (input: string) => {
      for (const character of input) {
        if (character === ctrlC) return stop();
        if (enter.has(character)) return end(() => resolve(typed));
        typed = backspace.has(character) ? typed.slice(0, -1) : typed + character;
      }
    };
    stdin.on("data", read);
  });
}

async function keyFor(context: CommandContext): Promise<string> {
  const file = textOption(context, "key-file");
  if (file !== undefined) {
    const content = await readFile(file, "utf8").catch(() => null);
    if (content === null) throw new UsageError(`${file} can't be read.`);
    return content.trim();
  }
  if (process.env.KEEPSAKE_KEY) return process.env.KEEPSAKE_KEY.trim();
  const given = process.stdin.isTTY
    ? await askHidden("API key (create one on the album's security page): ", context.signal)
    : await text(process.stdin);
  return given.trim();
}

function report({ output }: CommandContext, event: string, url: string, key: UsedKeyDto): void {
  const { username, role, family, name, scopes } = key;
  output.emit(
    { event, url, username, role, family, key: { id: key.id, name, scopes } },
    `${username}, ${role} of ${family.name} at ${url}\nThe key “${name}” can ${scopes.join(", ")}.`,
  );
}

export async function signIn(context: CommandContext): Promise<Outcome> {
  requireArguments(context, [1, 1]);
  const url = albumOrigin(context.positionals[0] ?? "");
  const key = await keyFor(context);
  if (!/^ksp_[\w-]+$/.test(key)) throw new Failure("notSignedIn", "That is not an API key of an album.");
  const config = { url, key };
  // Someone is waiting for the answer.
  const album = await openAlbum({ ...context, options: { wait: "0" } }, Promise.resolve(config));
  const used = await album.get<UsedKeyDto>("/api/auth/key");
  await writeConfig(config);
  report(context, "login", url, used);
  return "done";
}

export async function signOut(context: CommandContext): Promise<Outcome> {
  requireArguments(context, [0, 0]);
  const { url } = await readConfig();
  await removeConfig();
  context.output.emit(
    { event: "logout", url },
    `Signed out of ${url}. The key works until you revoke it there.`,
  );
  return "done";
}

export async function showAccount(context: CommandContext): Promise<Outcome> {
  requireArguments(context, [0, 0]);
  const album = await openAlbum(context);
  report(context, "account", album.url, await album.get<UsedKeyDto>("/api/auth/key"));
  return "done";
}
