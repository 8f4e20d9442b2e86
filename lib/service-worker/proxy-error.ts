const gatewayErrors = [502, 503, 504];

/**
 * Treats a proxy's error page as a lost connection: it means that the album can't be reached, as during an update. The
 * album's own answers, such as its 503 during maintenance, have a header that a proxy's pages lack.
 * @throws TypeError as `fetch` does without a connection
 */
export function answeredByAlbum(response: Response): Response {
  if (gatewayErrors.includes(response.status) && !response.headers.has("X-Content-Type-Options")) {
    throw new TypeError("The proxy can't reach the album");
  }
  return response;
}
