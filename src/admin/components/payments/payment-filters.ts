import type { DataTableFilter } from "@medusajs/ui"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { choiceFilter } from "../../lib/choice-filter"
import { statusesOf } from "../../lib/statuses"
import { useDateFilter } from "../../lib/use-date-filter"
import { CHAINS, MODES, RAILS, STABLECOINS } from "../../lib/words"
import { networkName } from "../on-chain"

/** The names of the API's filters that the list offers. */
export const PAYMENT_FILTERS = [
  "status",
  "rail",
  "chain",
  "currency",
  "mode",
  "created_at",
]

export function usePaymentFilters(): DataTableFilter[] {
  const { t } = useTranslation("stablecoin")
  const date = useDateFilter()
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
    ],
    [t, date]
  )
}
