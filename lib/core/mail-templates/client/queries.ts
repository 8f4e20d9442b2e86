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

/** How the mail looks with this text. @throws ApiError naming the field */
export const previewOptions = (name: string, words: TemplateText) =>
  queryOptions({
    queryKey: [`${pathOf(name)}/preview`, words] as const,
    queryFn: ({ signal }) =>
      apiRequest<RenderedMailDto>("POST", `${pathOf(name)}/preview`, words, { signal }),
    retry: false,
  });

/** @throws ApiError naming the field */
export function saveTemplate(name: string, words: TemplateText): Promise<MailTemplateDto> {
  return apiRequest("PUT", pathOf(name), words);
}

export function resetTemplate(name: string): Promise<MailTemplateDto> {
  return apiRequest("DELETE", pathOf(name));
}

/** Sends it to the person who asks. @throws ApiError */
export function testTemplate(name: string, words: TemplateText): Promise<TestMailDto> {
  return apiRequest("POST", `${pathOf(name)}/test`, words);
}
