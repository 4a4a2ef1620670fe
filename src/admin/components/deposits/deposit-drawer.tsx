import { StatusBadge } from "@medusajs/ui"
import type { AdminDeposit } from "../../../http-types"
import { hasRest } from "../../../ledger/deposits"
import { useTexts } from "../../lib/use-texts"
import { TestBadge } from "../mode-badge"
import { Address } from "../on-chain"
import { OrderLink } from "../order-link"
import { PaymentLink } from "../payment-link"
import { ResourceDrawer } from "../resource/resource-drawer"
import { Row, Rows } from "../section"
import { DepositRows } from "./deposit-rows"

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
  const { t } = useTexts()
  const { destination_address, payment_id } = deposit
  return (
    <Rows>
      <DepositRows deposit={deposit} />
      {destination_address && (
        <Row label={t("proof.fields.receiver")}>
          <Address
            {...deposit}
            address={destination_address}
            what={t("proof.fields.receiver")}
          />
        </Row>
      )}
      <Row label={t("common.fields.order")}>
        <OrderLink order={deposit.order} none={t("refunds.noOrder")} />
      </Row>
      <Row label={t("common.fields.payment")}>
        <PaymentLink id={payment_id}>{t("exceptions.openPayment")}</PaymentLink>
      </Row>
    </Rows>
  )
}
