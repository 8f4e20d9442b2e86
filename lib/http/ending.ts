import { processWide } from "@/lib/shared/process-wide";

/** Set once the server's program has been asked to end; proxies then learn it from /api/ready?only=server. */
export const ending = processWide("ending", () => ({ hasBegun: false }));
