import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TaggedPerson } from "@/components/album/item/item-extras";
import { detailKey, isTaggedKey } from "@/lib/album/media/client/queries";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { setTags } from "@/lib/album/tags/client/queries";
import { errorMessage } from "@/lib/http/api-error";

/**
 * The people in an item. A choice shows immediately and stays if saving fails, for another attempt. Choices are sent
 * one after the other, each with the whole set, so the last one counts.
 */
export function useTags(mediaId: string) {
  const queryClient = useQueryClient();
  const scope = { id: `tags ${mediaId}` };

  const save = useMutation({
    scope,
    mutationFn: (people: readonly TaggedPerson[]) =>
      setTags(
        mediaId,
        people.map(({ id }) => id),
      ),
    onMutate: async (people) => {
      show(people);
      await queryClient.cancelQueries({ queryKey: detailKey(mediaId) });
    },
    onSuccess: (people) => {
      // While another choice is pending, it is newer than this answer.
      if (queryClient.isMutating({ predicate: (other) => other.options.scope?.id === scope.id }) > 1) return;
      show(people.map(({ id, displayName }) => ({ id, displayName })));
      queryClient.removeQueries({ predicate: ({ queryKey }) => isTaggedKey(queryKey[0]), type: "inactive" });
    },
  });

  function show(people: readonly TaggedPerson[]) {
    queryClient.setQueryData<MediaDetailDto>(
      detailKey(mediaId),
      (detail) => detail && { ...detail, tags: [...people] },
    );
  }

  return {
    choose: (people: readonly TaggedPerson[]) => save.mutate(people),
    isSaving: save.isPending,
    /** Why the last choice was not saved; null if it was. */
    error: save.error ? errorMessage(save.error, "Please check your connection and try again.") : null,
    tryAgain: () => save.variables && save.mutate(save.variables),
  };
}
