/** Password managers save the name next to a password; nobody else needs to see it. */
export function UsernameForManagers({ username }: { username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
