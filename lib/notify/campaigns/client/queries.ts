import { queryOptions } from "@tanstack/react-query";
import type { TestMailDto } from "@/lib/core/mail-templates/schema";
import { apiRequest } from "@/lib/http/api-client";
import type { CampaignDto, CampaignInput, CampaignsDto } from "@/lib/notify/campaigns/schema";

const path = "/api/super-admin/campaigns";
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
/** How often to fetch the progress while one is being sent. */
const progressPollMs = 2_000;

export const campaignsOptions = () =>
  queryOptions<CampaignsDto | null>({
    queryKey: [path],
    staleTime: 2_000,
    refetchOnMount: true,
    refetchInterval: ({ state }) =>
      state.data?.items.some((campaign) => campaign.state === "sending") ? progressPollMs : false,
  });

/** Saves a draft, new or changed. @throws ApiError naming the field */
export function saveCampaign(id: string | null, input: CampaignInput): Promise<CampaignDto> {
  return id ? apiRequest("PUT", pathOf(id), input) : apiRequest("POST", path, input);
}

export function deleteCampaign(id: string): Promise<unknown> {
  return apiRequest("DELETE", pathOf(id));
}

export function testCampaign(id: string): Promise<TestMailDto> {
  return apiRequest("POST", `${pathOf(id)}/test`);
}

export function sendCampaign(id: string): Promise<CampaignDto> {
  return apiRequest("POST", `${pathOf(id)}/send`);
}
