import { StatusBadge } from "@medusajs/ui"
import { hasRest } from "../../../ledger/deposits"
import { useTexts } from "../../lib/use-texts"
import { addressOf } from "../code-text"
import { OpenPayment, OrderLink } from "../links"
import { createdColumn, networkColumn } from "../resource/columns"
import { ResourceDrawer } from "../resource/resource-drawer"
import { listOf } from "../resource/resource-table"
import { RowLink } from "../resource/row-link"
import { ModeBadge } from "../resource/status-badges"
import { Facts } from "../section"
import { depositFacts, DepositUses, leftText } from "./deposit-facts"

export const DepositsTable = listOf({
  resource: "deposits",
  filters: ["has_rest", "rail", "chain", "currency", "mode", "created_at"],
  isExported: true,
  Drawer: DepositDrawer,
  columns(texts, column) {
    const { t, coins } = texts
    return [
      column("amount", t("common.fields.amount"), (deposit) => {
        const sum = coins(deposit.amount, deposit.currency)
        const label = t("deposits.open", { sum })
        return (
          <RowLink resource="deposits" id={deposit.id} aria-label={label}>
            {sum}
          </RowLink>
        )
      }),
      column("unallocated", t("deposits.fields.left"), (deposit) =>
        leftText(texts, deposit)
      ),
      column("allocations", t("deposits.fields.uses"), (deposit) => (
        <div className="py-2">
          <DepositUses deposit={deposit} />
        </div>
      )),
      networkColumn(texts),
      createdColumn(texts, t("deposits.fields.recorded")),
    ]
  },
})

export function DepositDrawer() {
  const texts = useTexts()
  const { t, coins } = texts
  return (
    <ResourceDrawer
      resource="deposits"
      title={({ deposit: { amount, currency } }) => coins(amount, currency)}
      badge={({ deposit }) => (
        <>
          <StatusBadge color={hasRest(deposit) ? "orange" : "green"}>
            {t(`deposits.${hasRest(deposit) ? "notAllocated" : "allocated"}`)}
          </StatusBadge>
          <ModeBadge mode={deposit.mode} />
        </>
      )}
    >
      {({ deposit }) => (
        <Facts
          facts={{
            ...depositFacts(texts, deposit),
            "proof.fields.receiver": addressOf(
              deposit.destination_address,
              deposit
            ),
            "common.fields.order": <OrderLink order={deposit.order} />,
            "common.fields.payment": <OpenPayment id={deposit.payment_id} />,
          }}
        />
      )}
    </ResourceDrawer>
  )
}
