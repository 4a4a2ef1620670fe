import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminDeliveriesResponse,
  AdminDelivery,
  AdminDeliveryResponse,
} from "../../http-types"
import { apiPath } from "./api-path"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"
import { useDeskMutation } from "./use-desk-mutation"
import type { ListQuery } from "./use-list-state"

const PATH = "/admin/stablecoin/deliveries"

export function useDeliveries(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.deliveries.list(query),
    queryFn: () => sdk.client.fetch<AdminDeliveriesResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
  })
}

/** @param id null: none is open */
export function useDelivery(id: string | null) {
  return useQuery({
    queryKey: queryKeys.deliveries.detail(id ?? ""),
    queryFn: () =>
      sdk.client.fetch<AdminDeliveryResponse>(apiPath("deliveries", id ?? "")),
    enabled: id !== null,
  })
}

/** Processes a webhook again: what happened already does not happen twice. */
export function useReplayDelivery(id: string) {
  const { t } = useTranslation("stablecoin")
  return useDeskMutation(
    () =>
      sdk.client.fetch<{ delivery: AdminDelivery }>(
        apiPath("deliveries", id, "replay"),
        {
          method: "POST",
        }
      ),
    ({ delivery }) => {
      const text = t("deliveries.replay.done", {
        status: t(`deliveries.status.${delivery.status}`),
      })
      const ended = ["processed", "ignored"].includes(delivery.status)
      return ended ? { text } : { kind: "warning", text }
    }
  )
}
