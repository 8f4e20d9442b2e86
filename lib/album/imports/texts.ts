import { nameIn } from "@/lib/album/imports/folders";

/** The largest text that is read; a few sources have all that was ever said in one. */
export const maxTextBytes = 8 * 1024 * 1024;

/** WhatsApp's chat, whose file name is translated around "WhatsApp". */
const isChat = (name: string) => /^(?:_chat|.*whatsapp.*)\.txt$/i.test(name);

/** Whether a file can say something about photos. */
export function isText(path: string): boolean {
  const name = nameIn(path);
  return /\.(?:json|csv|md)$/i.test(name) || isChat(name);
}

export const isJson = (path: string): boolean => /\.json$/i.test(path);

/** One line, without what PostgreSQL can't store. */
export const line = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFD]+/gu, " ")
    .trim();

/** Text of several lines, likewise. */
export const paragraph = (text: string, maxLength: number): string =>
  text.toWellFormed().replaceAll("\u0000", "").trim().slice(0, maxLength).toWellFormed();

export const maxNameLength = 100;
/** A person's name; empty for none. */
export const personName = (text: string): string => line(text).slice(0, maxNameLength).toWellFormed().trim();

/** What a source says, or undefined if it isn't JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
