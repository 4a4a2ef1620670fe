import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminCancelResponse,
  AdminPaymentResponse,
  AdminPaymentsResponse,
  AdminSyncResponse,
} from "../../http-types"
import { apiPath } from "./api-path"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"
import { useAdminMutation } from "./use-admin-mutation"
import type { ListQuery } from "./use-list-state"

const PATH = "/admin/stablecoin/payments"

export function usePayments(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.payments.list(query),
    queryFn: () => sdk.client.fetch<AdminPaymentsResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
  })
}

export function usePayment(id: string) {
  return useQuery({
    queryKey: queryKeys.payments.detail(id),
    queryFn: () =>
      sdk.client.fetch<AdminPaymentResponse>(apiPath("payments", id)),
  })
}

/** Reconciles a payment, and shows the outcome. */
export function useSyncPayment(id: string) {
  const { t } = useTranslation("stablecoin")
  return useAdminMutation(
    () =>
      sdk.client.fetch<AdminSyncResponse>(apiPath("payments", id, "sync"), {
        method: "POST",
      }),
    ({ payment, asked, settled }) => {
      const status = t(`payments.status.${payment.status}`)
      if (!settled) {
        return { kind: "warning", text: t("payments.sync.unsettled") }
      }
      return asked
        ? { text: t("payments.sync.asked", { status }) }
        : { kind: "info", text: t("payments.sync.notAsked", { status }) }
    }
  )
}

export function useCancelPayment(id: string) {
  const { t } = useTranslation("stablecoin")
  return useAdminMutation(
    () =>
      sdk.client.fetch<AdminCancelResponse>(apiPath("payments", id, "cancel"), {
        method: "POST",
      }),
    ({ may_still_be_paid }) =>
      may_still_be_paid
        ? { kind: "warning", text: t("payments.cancel.givenUp") }
        : { text: t("payments.cancel.done") }
  )
}
