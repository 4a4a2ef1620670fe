import { StatusBadge } from "@medusajs/ui"
import type { AdminDeposit } from "../../../http-types"
import { hasRest } from "../../../ledger/deposits"
import { useTexts } from "../../lib/use-texts"
import { TestBadge } from "../mode-badge"
import { addressFact } from "../on-chain"
import { OrderLink, PaymentLink } from "../links"
import { ResourceDrawer } from "../resource/resource-drawer"
import { Facts } from "../section"
import { depositFacts } from "./deposit-facts"

/** The drawer of the deposit in the URL. */
export function DepositDrawer() {
  const { coins } = useTexts()
  return (
    <ResourceDrawer
      resource="deposits"
      title={({ deposit: { amount, currency } }) => coins(amount, currency)}
      badge={({ deposit }) => (
        <>
          <RestBadge deposit={deposit} />
          <TestBadge mode={deposit.mode} />
        </>
      )}
    >
      {({ deposit }) => <DepositFacts deposit={deposit} />}
    </ResourceDrawer>
  )
}

function RestBadge({ deposit }: { deposit: AdminDeposit }) {
  const { t } = useTexts()
  const isOpen = hasRest(deposit)
  return (
    <StatusBadge color={isOpen ? "orange" : "green"}>
      {t(isOpen ? "deposits.notAllocated" : "deposits.allocated")}
    </StatusBadge>
  )
}

function DepositFacts({ deposit }: { deposit: AdminDeposit }) {
  const texts = useTexts()
  const { t } = texts
  const { destination_address, order, payment_id } = deposit
  return (
    <Facts
      facts={[
        ...depositFacts(texts, deposit),
        addressFact(t("proof.fields.receiver"), destination_address, deposit),
        [t("common.fields.order"), <OrderLink order={order} />],
        [
          t("common.fields.payment"),
          <PaymentLink id={payment_id}>
            {t("exceptions.openPayment")}
          </PaymentLink>,
        ],
      ]}
    />
  )
}
