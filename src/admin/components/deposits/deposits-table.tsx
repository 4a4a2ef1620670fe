import { useTranslation } from "react-i18next"
import type { AdminDeposit } from "../../../http-types"
import {
  BADGE,
  type Columns,
  columnsOf,
  createdColumn,
  firstLink,
  networkColumn,
} from "../resource/columns"
import type { FilterName } from "../resource/filters"
import { ResourceTable } from "../resource/resource-table"
import { leftText } from "./deposit-facts"
import { DepositDrawer } from "./deposit-drawer"
import { DepositUses } from "./deposit-uses"

const column = columnsOf<AdminDeposit>()

const columns: Columns<"deposits"> = (texts) => {
  const { t, coins } = texts
  return [
    column("amount", t("common.fields.amount"), (deposit) => {
      const sum = coins(deposit.amount, deposit.currency)
      return firstLink("deposits", deposit, sum, t("deposits.open", { sum }))
    }),
    column("unallocated", t("deposits.fields.left"), (deposit) =>
      leftText(texts, deposit)
    ),
    column(
      "allocations",
      t("deposits.fields.uses"),
      (deposit) => (
        <div className="py-2">
          <DepositUses deposit={deposit} />
        </div>
      ),
      BADGE
    ),
    networkColumn(texts),
    createdColumn(texts, t("deposits.fields.recorded")),
  ]
}

const filters: FilterName[] = [
  "has_rest",
  "rail",
  "chain",
  "currency",
  "mode",
  "created_at",
]

/** Lists all deposits, newest first. */
export function DepositsTable() {
  const { t } = useTranslation("stablecoin")
  return (
    <ResourceTable
      resource="deposits"
      description={t("deposits.description")}
      columns={columns}
      filters={filters}
      exports="deposits"
    >
      <DepositDrawer />
    </ResourceTable>
  )
}
