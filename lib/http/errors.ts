/** The answer of a call that can't do what was asked: a code, a status, and a readable message. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly field: string | undefined;
  readonly headers: Record<string, string>;
  readonly details: Record<string, unknown>;

  /**
   * @param code snake_case, stable
   * @param status HTTP status
   * @param userMessage a readable message; never contains internals
   */
  constructor(
    code: string,
    status: number,
    userMessage: string,
    options: {
      field?: string;
      headers?: Record<string, string>;
      /** Merged over the error body: the duplicate answer, the basket's flags. */
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(userMessage, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = status;
    this.field = options.field;
    this.headers = options.headers ?? {};
    this.details = options.details ?? {};
  }

  /** The error body (api.md, Errors). */
  body(): Record<string, unknown> {
    return {
      error: this.message,
      message: this.message,
      code: this.code,
      ...(this.field ? { field: this.field } : {}),
      ...this.details,
    };
  }
}

export const badInput = (field: string, message: string) =>
  new AppError("bad_input", 400, message, { field });
export const notSignedIn = () => new AppError("not_signed_in", 401, "Please sign in to continue.");
export const forbidden = (message = "You are not allowed to do this.") =>
  new AppError("forbidden", 403, message);
export const noFamily = () =>
  new AppError("no_family", 403, "You're not in a family yet. Create one, or ask for an invitation.");
export const familySuspended = () =>
  new AppError("family_suspended", 403, "Your family's album is closed for now. Nothing in it is lost.");
export const accountSuspended = (reason: string) =>
  new AppError(
    "account_suspended",
    403,
    `Your account is suspended, so you can't sign in.${reason ? ` Reason: “${reason}”` : ""} Your photos and videos are safe. Please contact the person who runs this server.`,
  );
export const emailUnconfirmed = () =>
  new AppError(
    "email_unconfirmed",
    403,
    "Please confirm your email address first: open the link in the email we sent you. You can ask for a new link at the top of the page.",
  );
export const directAccessLimited = () =>
  new AppError(
    "direct_access_limited",
    403,
    "You're signed in with a link from an admin, which opens the album but not your account. Sign in with your own password to do this.",
  );
export const keyNotValid = () =>
  new AppError(
    "key_not_valid",
    401,
    "This API key doesn't work, or no longer. You can create a new one on the security page.",
  );
export const screenNotPaired = () =>
  new AppError(
    "screen_not_paired",
    401,
    "This TV or frame isn't paired, or no longer. Enter the code that it shows on your phone.",
  );
export const keyNotAllowed = (message = "API keys can't be used for this.") =>
  new AppError("key_not_allowed", 403, message);
/** Also for another family's object: it must look exactly like one that doesn't exist. */
export const notFound = () => new AppError("not_found", 404, "This could not be found.");
export const tooLarge = (message: string, field?: string) =>
  new AppError("too_large", 413, message, field ? { field } : {});
export const unavailable = (code: string, message: string, retryAfterSeconds = 5) =>
  new AppError(code, 503, message, { headers: { "Retry-After": String(retryAfterSeconds) } });
