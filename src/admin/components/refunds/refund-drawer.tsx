import { Alert, Button, Heading } from "@medusajs/ui"
import type { AdminRefund } from "../../../http-types"
import { isCorrectable } from "../../../ledger/proved-refund"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { AdminLink, OrderLink, PaymentLink } from "../links"
import { By } from "../by"
import { CopyButton } from "../copy-button"
import { sourceFact } from "../deposits/deposit-facts"
import { ProofRows } from "../proof/proof-rows"
import { isDepositNotShown } from "../proof/proof-state"
import { ResourceDrawer } from "../resource/resource-drawer"
import { ProofBadge } from "../resource/status-badges"
import { Address, networkName } from "../on-chain"
import { notSentKey } from "../order/refunds-not-sent"
import { reasonText } from "../reason-text"
import { Facts } from "../section"
import { refundAnswer, RefundBadges } from "./refund-badges"
import { RefundAddress, RefundProof } from "./refund-proof"
import { REFUND_FORM, RefundForm, SAVE_ADDRESS } from "./refund-form"

/**
 * The drawer of the refund in the URL: its amount, its address, and the proof
 * that it was sent.
 */
export function RefundDrawer() {
  const { t, coins } = useTexts()
  const mayUpdate = useMay("stablecoin_refund:update")
  const takesTransfer = (refund: AdminRefund) =>
    mayUpdate && (refund.status === "due" || isCorrectable(refund))
  return (
    <ResourceDrawer
      resource="refunds"
      title={({ refund }) => coins(refund.amount, refund.currency)}
      badge={({ refund }) => <RefundBadges refund={refund} />}
      footer={({ refund }) =>
        takesTransfer(refund) && <RefundButtons refund={refund} />
      }
    >
      {({ refund }) => {
        const toCorrect = isCorrectable(refund)
        const isOther = refundAnswer(refund) === "wrong_amount"
        const toCheck = isOther ? "wrongAmount" : "notShown"
        const hint = toCorrect ? toCheck : refund.status
        const form = takesTransfer(refund) && (
          // A corrected refund gets a new form.
          <RefundForm key={`${refund.id}:${refund.tx_hash}`} refund={refund} />
        )
        return (
          <>
            <div className="txt-small text-ui-fg-subtle flex flex-col gap-y-2 px-6 py-4">
              {refund.status === "due" && (
                <p>
                  {t(notSentKey(refund), {
                    sum: coins(refund.amount, refund.currency),
                  })}
                </p>
              )}
              {refund.status === "due" &&
                refund.deposit?.is_confirmed === false &&
                refund.chain && <p>{t("exceptions.whoseCoins")}</p>}
              <p>{t(`refunds.statusHint.${hint}`)}</p>
              {isKeepable(refund) && (
                <AdminLink
                  to={`/stablecoin/exceptions?exception=${refund.due_exception_id}`}
                >
                  {t("refunds.keepInstead")}
                </AdminLink>
              )}
            </div>
            {isMaybeMissing(refund) && (
              <Alert variant="warning" className="rounded-none border-0">
                {t("refunds.paymentNotShown")}
              </Alert>
            )}
            <RefundChainProof refund={refund} />
            {toCorrect && form}
            <RefundRows refund={refund} />
            {!toCorrect && form}
          </>
        )
      }}
    </ResourceDrawer>
  )
}

/** Whether it sends back money that the network does not show. */
function isMaybeMissing({ status, deposit_id, payment }: AdminRefund): boolean {
  return status === "due" && isDepositNotShown(deposit_id, payment)
}

/** Whether the merchant may keep it instead. Medusa counts its own refunds. */
function isKeepable(refund: AdminRefund): boolean {
  const { status, medusa_refund_id, due_exception_id } = refund
  return status === "due" && !medusa_refund_id && due_exception_id !== null
}

/** Enter in a field presses the first button. */
function RefundButtons({ refund }: { refund: AdminRefund }) {
  const { t } = useTexts()
  const isSent = refund.status === "sent"
  return (
    <div className="flex flex-row-reverse gap-x-2">
      <Button size="small" type="submit" form={REFUND_FORM}>
        {t(isSent ? "refunds.correct.save" : "refunds.sent.save")}
      </Button>
      {!isSent && (
        <Button
          size="small"
          variant="secondary"
          type="submit"
          form={REFUND_FORM}
          value={SAVE_ADDRESS}
        >
          {t("refunds.to.save")}
        </Button>
      )}
    </div>
  )
}

/**
 * The network's answer about the transfer of a sent refund. Absent while there
 * is none.
 */
function RefundChainProof({ refund }: { refund: AdminRefund }) {
  const { t } = useTexts()
  const { proof_status, proof, chain, payment } = refund
  const answer = refundAnswer(refund)
  if (!proof_status || !proof || !answer) {
    return null
  }
  const sentence = t(`refunds.proof.${answer}`)
  return (
    <section aria-label={t("proof.title")} className="divide-y">
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <div className="flex items-center justify-between gap-x-4">
          <Heading level="h2">{t("proof.title")}</Heading>
          <ProofBadge status={proof_status} hint={sentence} />
        </div>
        <p className="txt-small text-ui-fg-subtle">{sentence}</p>
      </div>
      <ProofRows proof={proof} chain={chain} mode={payment?.mode ?? null} />
    </section>
  )
}

function RefundRows({ refund }: { refund: AdminRefund }) {
  const texts = useTexts()
  const { t, coins, money, dateTime } = texts
  const { chain, payment, deposit, refund_to, tx_hash, sent_by, sent_at } =
    refund
  const mode = payment?.mode ?? null
  const from = t("refunds.fields.paidFrom")
  const to = t(
    refund.status === "sent"
      ? "refunds.fields.sentTo"
      : "refunds.fields.refundTo"
  )
  return (
    <Facts
      facts={[
        [
          t("common.fields.amount"),
          <span className="inline-flex items-center gap-x-1">
            {coins(refund.amount, refund.currency)}
            <CopyButton text={refund.amount} what={t("refunds.amountToCopy")} />
          </span>,
        ],
        [
          t("refunds.fields.cartAmount"),
          money(refund.cart_amount, refund.cart_currency),
        ],
        [t("common.fields.network"), networkName(chain)],
        ...(deposit ? [sourceFact(texts, deposit)] : []),
        [
          to,
          refund_to ? (
            <RefundAddress {...{ chain, mode }} address={refund_to} what={to} />
          ) : (
            t("refunds.fields.notKnown")
          ),
        ],
        [
          from,
          refund.status === "due" && refund.deposit?.sender && (
            <Address
              {...{ chain, mode }}
              address={refund.deposit.sender}
              what={from}
            />
          ),
        ],
        [
          chain ? t("common.fields.txHash") : t("refunds.sent.label"),
          tx_hash && <RefundProof {...{ chain, mode }} proof={tx_hash} />,
        ],
        [t("refunds.fields.sentAt"), sent_at && dateTime(sent_at)],
        [t("refunds.fields.sentBy"), sent_by && <By id={sent_by} />],
        [t("common.fields.reason"), reasonText(t, refund.reason) ?? "—"],
        [t("common.fields.created"), dateTime(refund.created_at)],
        [
          t("common.fields.order"),
          <OrderLink order={refund.order} orderId={refund.order_id} />,
        ],
        [
          t("common.fields.payment"),
          <PaymentLink id={refund.payment_id}>
            {t("exceptions.openPayment")}
          </PaymentLink>,
        ],
      ]}
    />
  )
}
