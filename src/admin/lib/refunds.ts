import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminRefundResponse,
  AdminRefundsResponse,
} from "../../http-types"
import { apiPath } from "./api-path"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"
import { useAdminMutation } from "./use-admin-mutation"
import type { ListQuery } from "./use-list-state"

const PATH = "/admin/stablecoin/refunds"

export function useRefunds(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.refunds.list(query),
    queryFn: () => sdk.client.fetch<AdminRefundsResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
  })
}

/** @param id null: no drawer is open */
export function useRefund(id: string | null) {
  return useQuery({
    queryKey: queryKeys.refunds.detail(id ?? ""),
    queryFn: () =>
      sdk.client.fetch<AdminRefundResponse>(apiPath("refunds", id ?? "")),
    enabled: id !== null,
  })
}

/** Saves the address for a refund due. */
export function useSetRefundTo(id: string) {
  const { t } = useTranslation("stablecoin")
  return useAdminMutation(
    (body: { refund_to: string }) =>
      sdk.client.fetch<AdminRefundResponse>(apiPath("refunds", id), {
        method: "POST",
        body,
      }),
    () => ({ text: t("refunds.to.saved") })
  )
}

/** Closes a refund due with the proof that it was sent. */
export function useMarkRefundSent(id: string) {
  const { t } = useTranslation("stablecoin")
  return useAdminMutation(
    (body: { tx_hash: string; refund_to?: string }) =>
      sdk.client.fetch<AdminRefundResponse>(apiPath("refunds", id, "sent"), {
        method: "POST",
        body,
      }),
    () => ({ text: t("refunds.sent.done") })
  )
}
