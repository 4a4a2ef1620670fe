import { StatusBadge } from "@medusajs/ui"
import { hasRest } from "../../../ledger/deposits"
import { useTexts } from "../../lib/use-texts"
import { ModeBadge } from "../mode-badge"
import { addressFact } from "../on-chain"
import { OrderLink, paymentFact } from "../links"
import { ResourceDrawer } from "../resource/resource-drawer"
import { Facts } from "../section"
import { depositFacts } from "./deposit-facts"

/** The drawer of the deposit in the URL. */
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
          facts={[
            ...depositFacts(texts, deposit),
            addressFact(
              t("proof.fields.receiver"),
              deposit.destination_address,
              deposit
            ),
            [t("common.fields.order"), <OrderLink order={deposit.order} />],
            paymentFact(t, deposit.payment_id),
          ]}
        />
      )}
    </ResourceDrawer>
  )
}
