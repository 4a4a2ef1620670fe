import { keepPreviousData } from "@tanstack/react-query"
import type { Page } from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { useRead } from "../../lib/read"
import {
  apiPath,
  type DetailOf,
  ONE,
  type ResourceName,
  type RowOf,
} from "./resources"
import type { ListQuery } from "./use-list-state"

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
