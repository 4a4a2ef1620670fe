import { Button, toast } from "@medusajs/ui"
import {
  keepPreviousData,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query"
import type { ComponentProps } from "react"
import type { Page } from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { queryKeys, useRead } from "../../lib/read"
import { post } from "../../lib/sdk"
import { useTexts } from "../../lib/use-texts"
import {
  apiPath,
  type DetailOf,
  ONE,
  type ResourceName,
  type RowOf,
} from "./resources"
import type { ListQuery } from "./use-list-state"
import { SmallButton } from "../small-button"

export function useRows<R extends ResourceName>(
  resource: R,
  query: ListQuery,
  { enabled = true }: { enabled?: boolean } = {}
) {
  return useRead<Page & { [Name in R]: RowOf[R][] }>(
    `/admin/stablecoin/${resource}`,
    { enabled, query, placeholderData: keepPreviousData }
  )
}

/** @param id null: sends no request */
export function useRow<R extends ResourceName>(resource: R, id: string | null) {
  return useRead<DetailOf[R]>(apiPath(resource, id ?? ""), {
    enabled: id !== null,
  })
}

/** Resources whose rows belong to a payment. */
export type Related = Exclude<ResourceName, "payments" | "deposits">

/** Far more than a payment is expected to have. */
const LIMIT = 50

/**
 * Reads the records of a payment, newest first. Sends no request if the user's
 * role may not read them.
 */
export function useRelated<R extends Related>(resource: R, paymentId: string) {
  const enabled = useMay(`stablecoin_${ONE[resource]}:read`)
  const query = useRows(
    resource,
    { payment_id: paymentId, limit: LIMIT, offset: 0 },
    { enabled }
  )
  const rows: RowOf[R][] | undefined = query.data?.[resource]
  return { ...query, enabled, rows }
}

type Toast = { kind?: "warning" | "info"; text: string }

/**
 * Posts an action, shows its outcome as a toast, and refetches everything it may
 * have changed: the plugin's data and Medusa's orders.
 *
 * @param toastOf returns the toast for a response
 */
export function useAction<Response, Body extends object | void = void>(
  path: string,
  toastOf: (response: Response, body: Body) => Toast,
  showError: (text: string) => void = (text) =>
    toast.error(text, { duration: 10_000 })
) {
  const queries = useQueryClient()
  const { errorText } = useTexts()
  return useMutation({
    mutationFn: (body: Body) => post<Response>(path, body ?? undefined),
    onSuccess: (response, body) => {
      const { kind, text } = toastOf(response, body)
      toast[kind ?? "success"](text)
    },
    onError: (error) => showError(errorText(error)),
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
    <SmallButton
      isLoading={action.isPending}
      onClick={() => action.mutate()}
      {...button}
    />
  )
}
