import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { Failure, UsageError } from "@/cli/failures";
import { isPrivateHost } from "@/lib/http/networks";

/** The album to use, and the key for it. */
export interface Config {
  /** The album's origin: https://album.example.org */
  url: string;
  key: string;
}

const configFile = () =>
  path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), ".config"), "keepsake", "config.json");

/** @throws UsageError for what isn't an album's address, or would send the key unencrypted over the internet */
export function albumOrigin(text: string): string {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) throw new UsageError(`“${text}” is not an address.`);
  const { protocol, hostname, origin } = new URL(address);
  if (protocol === "http:" && !isPrivateHost(hostname)) {
    throw new UsageError(`${origin} is not encrypted, so anyone on the way could read your key. Use https.`);
  }
  return origin;
}

/** KEEPSAKE_URL and KEEPSAKE_KEY, else what `login` stored. @throws Failure when there is neither */
export async function readConfig(): Promise<Config> {
  const { KEEPSAKE_URL: url, KEEPSAKE_KEY: key } = process.env;
  if (url && key) return { url: albumOrigin(url), key };
  const text = await readFile(configFile(), "utf8").catch(() => "");
  try {
    const stored = JSON.parse(text) as Partial<Config>;
    if (typeof stored.url === "string" && typeof stored.key === "string") {
      return { url: albumOrigin(stored.url), key: stored.key };
    }
  } catch {
    // No file, or not JSON: treated as missing.
  }
  throw new Failure("notSignedIn", "You're not signed in. Run keepsake login URL first.");
}

/** Readable only by this user, and written atomically. */
export async function writeConfig(config: Config): Promise<void> {
  const file = configFile();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

export const removeConfig = () => rm(configFile(), { force: true });
