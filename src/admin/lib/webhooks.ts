import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminWebhookEventsResponse,
  AdminWebhookEvent,
  AdminWebhookEventResponse,
} from "../../http-types"
import { apiPath } from "./api-path"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"
import { useAdminMutation } from "./use-admin-mutation"
import type { ListQuery } from "./use-list-state"

const PATH = "/admin/stablecoin/webhooks"

export function useWebhookEvents(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.webhooks.list(query),
    queryFn: () =>
      sdk.client.fetch<AdminWebhookEventsResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
  })
}

/** @param id null: no drawer is open */
export function useWebhookEvent(id: string | null) {
  return useQuery({
    queryKey: queryKeys.webhooks.detail(id ?? ""),
    queryFn: () =>
      sdk.client.fetch<AdminWebhookEventResponse>(
        apiPath("webhooks", id ?? "")
      ),
    enabled: id !== null,
  })
}

/**
 * Processes a webhook again. Effects that already happened are not repeated.
 */
export function useReplayWebhookEvent(id: string) {
  const { t } = useTranslation("stablecoin")
  return useAdminMutation(
    () =>
      sdk.client.fetch<{ webhook: AdminWebhookEvent }>(
        apiPath("webhooks", id, "replay"),
        {
          method: "POST",
        }
      ),
    ({ webhook }) => {
      const text = t("webhooks.replay.done", {
        status: t(`webhooks.status.${webhook.status}`),
      })
      const ended = ["processed", "ignored"].includes(webhook.status)
      return ended ? { text } : { kind: "warning", text }
    }
  )
}
