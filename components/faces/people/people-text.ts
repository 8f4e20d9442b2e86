import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";

/** What to call a group where it needs a name. */
export const groupName = ({ name }: Pick<FaceGroupDto, "name">) => name ?? "Someone";

/** Formats "12 pictures": nearly every face is in a picture of its own. */
export const groupCount = ({ faceCount }: Pick<FaceGroupDto, "faceCount">) => counted(faceCount, "photo");

/** Shown where saving failed without a message from the server. */
export const notSaved = "It could not be saved. Please check your connection and try again.";
