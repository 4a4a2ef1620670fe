import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminException,
  AdminExceptionResponse,
  AdminExceptionsResponse,
  AdminRefund,
  AdminResolveException,
  AdminResolveResponse,
} from "../../http-types"
import { apiPath } from "./api-path"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"
import { useAdminMutation } from "./use-admin-mutation"
import type { ListQuery } from "./use-list-state"

const PATH = "/admin/stablecoin/exceptions"

export function useExceptions(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.exceptions.list(query),
    queryFn: () => sdk.client.fetch<AdminExceptionsResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
  })
}

/** @param id null: sends no request */
export function useException(id: string | null) {
  return useQuery({
    queryKey: queryKeys.exceptions.detail(id ?? ""),
    queryFn: () =>
      sdk.client.fetch<AdminExceptionResponse>(apiPath("exceptions", id ?? "")),
    enabled: id !== null,
  })
}

export function useResolveException(id: string) {
  const { t } = useTranslation("stablecoin")
  return useAdminMutation(
    (body: AdminResolveException) =>
      sdk.client.fetch<AdminResolveResponse>(
        apiPath("exceptions", id, "resolve"),
        {
          method: "POST",
          body,
        }
      ),
    ({ exception, refund }) => {
      if (exception.status === "open" && refund) {
        return { text: t("exceptions.resolve.donePart") }
      }
      if (exception.status === "open") {
        return { kind: "warning", text: t("exceptions.resolve.openAgain") }
      }
      return { text: t(`exceptions.resolve.${doneOf(exception, refund)}`) }
    }
  )
}

function doneOf(
  { resolution }: AdminException,
  refund: AdminRefund | null
): "done" | "doneAgain" | "doneSent" | "doneWithRefund" {
  if (refund) {
    return refund.status === "sent" ? "doneSent" : "doneWithRefund"
  }
  return resolution === "retry" ? "doneAgain" : "done"
}
