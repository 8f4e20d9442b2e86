const code = /^[A-Za-z0-9_-]{16,200}$/;

/**
 * The path of an invitation's page, from whatever someone enters: the whole link, the end of it, or only the code.
 * @returns null if there is no code in it
 */
export function invitationPath(typed: string): string | null {
  const text = typed.trim();
  const inLink = /\/register\/([^/?#\s]+)/.exec(text)?.[1];
  const found = inLink ?? text;
  return code.test(found) ? `/register/${found}` : null;
}
