import { queryOptions } from "@tanstack/react-query";
import type {
  MailTemplateDto,
  RenderedMailDto,
  TemplateText,
  TestMailDto,
} from "@/lib/core/mail-templates/schema";
import { apiRequest } from "@/lib/http/api-client";

const path = "/api/super-admin/email-templates";
const pathOf = (name: string) => `${path}/${encodeURIComponent(name)}`;

export const mailTemplatesOptions = () =>
  queryOptions<MailTemplateDto[] | null>({ queryKey: [path], staleTime: 5_000, refetchOnMount: true });

/** The mail rendered with this text. @throws ApiError naming the field */
export const previewOptions = (name: string, text: TemplateText) =>
  queryOptions({
    queryKey: [`${pathOf(name)}/preview`, text] as const,
    queryFn: ({ signal }) => apiRequest<RenderedMailDto>("POST", `${pathOf(name)}/preview`, text, { signal }),
    retry: false,
  });

/** @throws ApiError naming the field */
export function saveTemplate(name: string, text: TemplateText): Promise<MailTemplateDto> {
  return apiRequest("PUT", pathOf(name), text);
}

export function resetTemplate(name: string): Promise<MailTemplateDto> {
  return apiRequest("DELETE", pathOf(name));
}

/** Sends it to the person asking. @throws ApiError */
export function testTemplate(name: string, text: TemplateText): Promise<TestMailDto> {
  return apiRequest("POST", `${pathOf(name)}/test`, text);
}
