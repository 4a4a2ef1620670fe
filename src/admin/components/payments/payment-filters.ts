import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { useSearchParams } from "react-router-dom"
import { choiceFilter } from "../../lib/choice-filter"
import { statusesOf } from "../../lib/statuses"
import { useDateFilter } from "../../lib/use-date-filter"
import { CHAINS, MODES, RAILS, STABLECOINS } from "../../lib/words"
import { networkName } from "../on-chain"

/** Set by the link of an exception that covers several payments. */
const GROUP = "unanswered_group_id"

/** The API filters that the list offers. */
export const PAYMENT_FILTERS = [
  "status",
  "rail",
  "chain",
  "currency",
  "mode",
  "created_at",
  GROUP,
]

export function usePaymentFilters(): DataTableFilter[] {
  const { t } = useTranslation("stablecoin")
  const date = useDateFilter()
  const [params] = useSearchParams()
  const [group] = /\w+/.exec(params.get(GROUP) ?? "") ?? []
  return useMemo(
    () => [
      choiceFilter(
        "status",
        t("common.fields.status"),
        statusesOf("payments"),
        (status) => t(`payments.status.${status}`)
      ),
      choiceFilter("rail", t("common.fields.rail"), RAILS, (rail) =>
        t(`common.rail.${rail}`)
      ),
      choiceFilter("chain", t("common.fields.network"), CHAINS, networkName),
      choiceFilter(
        "currency",
        t("common.fields.currency"),
        STABLECOINS,
        (coin) => coin
      ),
      choiceFilter("mode", t("common.fields.mode"), MODES, (mode) =>
        t(`common.mode.${mode}`)
      ),
      date,
      ...(group
        ? [
            choiceFilter(GROUP, t("common.fields.kind"), [group], () =>
              t("payments.neverAnswered")
            ),
          ]
        : []),
    ],
    [t, date, group]
  )
}
