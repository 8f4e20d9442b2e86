/** @returns {string} where this machine reaches the album: at HOST, or at 127.0.0.1 if it listens on every address */
export function albumHost() {
  const { HOST } = process.env;
  return !HOST || HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
}
