import { processWide } from "@/lib/shared/process-wide";

/** Set by the server's program: the middleware's own bundle has no database. */
export const sessionHolder = processWide(
  "session-holder",
  (): {
    /** Whether the session of a cookie's value hasn't ended. */
    isOpen?: (cookie: string) => Promise<boolean>;
  } => ({}),
);
