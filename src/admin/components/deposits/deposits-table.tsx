import { useTranslation } from "react-i18next"
import type { AdminDeposit } from "../../../http-types"
import { networkName } from "../on-chain"
import {
  BADGE,
  type Columns,
  columnsOf,
  createdColumn,
  markMode,
  modeColumn,
} from "../resource/columns"
import type { FilterName } from "../resource/filters"
import { ResourceTable } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { leftText } from "./deposit-facts"
import { DepositDrawer } from "./deposit-drawer"
import { DepositUses } from "./deposit-uses"

const column = columnsOf<AdminDeposit>()

const columns: Columns<AdminDeposit> = (texts, rows) => {
  const { t, coins } = texts
  return [
    column("amount", t("common.fields.amount"), ({ id, amount, currency }) => {
      const sum = coins(amount, currency)
      return (
        <RowLink
          plain
          resource="deposits"
          id={id}
          label={t("deposits.open", { sum })}
        >
          {sum}
        </RowLink>
      )
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
    column("chain", t("common.fields.network"), ({ chain }) =>
      networkName(chain)
    ),
    createdColumn(texts, t("deposits.fields.recorded")),
    ...modeColumn(texts, rows),
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
      mark={markMode}
    >
      <DepositDrawer />
    </ResourceTable>
  )
}
