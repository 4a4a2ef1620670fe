import { Button, toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ComponentProps } from "react"
import { queryKeys } from "../../lib/read"
import { post } from "../../lib/sdk"
import { useMessage } from "../../lib/use-message"

type ToastOf<Response, Body> = (
  response: Response,
  body: Body
) => { kind?: "warning" | "info"; text: string }

/**
 * Posts an action, shows its outcome as a toast, and refetches everything it may
 * have changed: the plugin's data and Medusa's orders.
 *
 * @param toastOf returns the toast for a response
 */
export function useAction<Response, Body extends object | void = void>(
  path: string,
  toastOf: ToastOf<Response, Body>,
  showError: (text: string) => void = (text) =>
    toast.error(text, { duration: 10_000 })
) {
  const queries = useQueryClient()
  const message = useMessage()
  return useMutation({
    mutationFn: (body: Body) => post<Response>(path, body ?? undefined),
    onSuccess: (response, body) => {
      const { kind, text } = toastOf(response, body)
      toast[kind ?? "success"](text)
    },
    onError: (error) => {
      showError(message(error))
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.all }),
        queries.invalidateQueries({ queryKey: ["orders"] }),
      ]),
  })
}

type ActionButtonProps = ComponentProps<typeof Button> & {
  /** Run on click, unless `onClick` does. */
  action: { isPending: boolean; mutate: () => void }
}

/** A button that runs an action, and waits for it. */
export function ActionButton({ action, ...button }: ActionButtonProps) {
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={action.isPending}
      onClick={() => action.mutate()}
      {...button}
    />
  )
}
