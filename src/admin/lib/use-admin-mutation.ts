import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { queryKeys } from "./query-keys"
import { useMessage } from "./use-message"

/**
 * Runs an action, shows its outcome as a toast, and refetches everything it may
 * have changed: the plugin's data and Medusa's orders.
 *
 * @param said returns the toast for a response
 */
export function useAdminMutation<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  said: (answer: Answer) => { kind?: "warning" | "info"; text: string }
) {
  const queries = useQueryClient()
  const message = useMessage()
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      const { kind, text } = said(answer)
      toast[kind ?? "success"](text)
    },
    onError: (error) => {
      toast.error(message(error), { duration: 10_000 })
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.all }),
        queries.invalidateQueries({ queryKey: ["orders"] }),
      ]),
  })
}
