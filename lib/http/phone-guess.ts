import { headers } from "next/headers";

/** Whether the request seems to come from a phone: only to draw the first view in about the right shape. */
export async function guessIsPhone(): Promise<boolean> {
  return /Mobi/i.test((await headers()).get("user-agent") ?? "");
}
