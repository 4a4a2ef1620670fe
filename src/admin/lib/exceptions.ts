import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type {
  AdminExceptionResponse,
  AdminExceptionsResponse,
  AdminResolveResponse,
} from "../../http-types"
import { apiPath } from "./api-path"
import { queryKeys } from "./query-keys"
import { sdk } from "./sdk"
import { useDeskMutation } from "./use-desk-mutation"
import type { ListQuery } from "./use-list-state"

const PATH = "/admin/stablecoin/exceptions"

/** What a person did about it, and what goes back because of it. */
export type Resolution = {
  note: string
  /** Absent amount: all that is held. */
  refund?: { amount?: string; reason?: string; refund_to?: string }
}

export function useExceptions(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.exceptions.list(query),
    queryFn: () => sdk.client.fetch<AdminExceptionsResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
  })
}

/** @param id null: no question is asked */
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
  return useDeskMutation(
    (body: Resolution) =>
      sdk.client.fetch<AdminResolveResponse>(
        apiPath("exceptions", id, "resolve"),
        {
          method: "POST",
          body,
        }
      ),
    ({ refund }) => ({
      text: refund
        ? t("exceptions.resolve.doneWithRefund")
        : t("exceptions.resolve.done"),
    })
  )
}
