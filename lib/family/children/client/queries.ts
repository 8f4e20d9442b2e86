import type { ChildDto, CreateChildInput } from "@/lib/family/children/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Makes a child's account. @throws ApiError, with `field` where the input is at fault */
export function createChild(input: CreateChildInput): Promise<ChildDto> {
  return apiRequest("POST", "/api/child-accounts", input);
}
