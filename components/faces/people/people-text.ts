import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";

/** A group's name, with a fallback. */
export const groupName = ({ name }: Pick<FaceGroupDto, "name">) => name ?? "Someone";

/** Formats "12 pictures": nearly every face is in a picture of its own. */
export const groupCount = ({ faceCount }: Pick<FaceGroupDto, "faceCount">) => counted(faceCount, "photo");

/** Shown if saving failed without a message from the server. */
export const notSaved = "It could not be saved. Please check your connection and try again.";
