import type { ChildDto, CreateChildInput } from "@/lib/family/children/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Creates a child's account. @throws ApiError, with `field` if the input is at fault */
export function createChild(input: CreateChildInput): Promise<ChildDto> {
  return apiRequest("POST", "/api/child-accounts", input);
}
