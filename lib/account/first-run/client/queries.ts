import { userIn } from "@/lib/account/accounts/client/queries";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { FirstRunInput } from "@/lib/account/first-run/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Creates the owner and the album; the response signs the owner in. @throws ApiError */
export async function setUpAlbum(input: FirstRunInput): Promise<UserDto | null> {
  return userIn(await apiRequest("POST", "/api/setup/owner", input));
}
