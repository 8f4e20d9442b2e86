const code = /^[A-Za-z0-9_-]{16,200}$/;

/**
 * The page of an invitation, from whatever somebody puts in: the whole link, the end of it, or the code alone.
 * @returns null when no code is to be found
 */
export function invitationPath(typed: string): string | null {
  const text = typed.trim();
  const inLink = /\/register\/([^/?#\s]+)/.exec(text)?.[1];
  const found = inLink ?? text;
  return code.test(found) ? `/register/${found}` : null;
}
