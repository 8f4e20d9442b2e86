import { userIn } from "@/lib/account/accounts/client/queries";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { FirstRunInput } from "@/lib/account/first-run/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Makes the owner and the album; the answer opens their session. @throws ApiError */
export async function setUpAlbum(input: FirstRunInput): Promise<UserDto | null> {
  return userIn(await apiRequest("POST", "/api/setup/owner", input));
}
