import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";

/** How a group is called where it has to be called something. */
export const groupName = ({ name }: Pick<FaceGroupDto, "name">) => name ?? "Someone";

/** "12 pictures": nearly every face is in a picture of its own. */
export const groupCount = ({ faceCount }: Pick<FaceGroupDto, "faceCount">) => counted(faceCount, "photo");

/** Said where saving failed without words of the server's. */
export const notSaved = "It could not be saved. Please check your connection and try again.";
