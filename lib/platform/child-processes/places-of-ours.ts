import path from "node:path";
import { env } from "@/lib/env";

/** Where pictures, the database and secrets lie: nothing in there is any business of what decodes a picture. */
export const placesOfOurs = (): string[] => [path.resolve(env.DATA_DIR), path.resolve(".env")];
