import { Alert, Button } from "@medusajs/ui"
import type { AdminRefund } from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { By } from "../by"
import { addressOf, hashOf, networkName } from "../code-text"
import { CopyButton } from "../copy"
import { sourceText } from "../deposits/deposit-facts"
import { AdminLink, OpenPayment, OrderLink } from "../links"
import { notSentKey } from "../payments/open-items"
import { isDepositNotShown } from "../proof/proof-state"
import { reasonText } from "../../lib/words"
import { ResourceDrawer } from "../resource/resource-drawer"
import { Status } from "../resource/status-badges"
import { Facts } from "../section"
import { REFUND_FORM, RefundForm, SAVE_ADDRESS } from "./refund-form"
import { RefundPrice } from "./refund-price"
import { SmallButton } from "../small-button"

export function RefundDrawer() {
  const { coins } = useTexts()
  const mayUpdate = useMay("stablecoin_refund:update")
  const takesTransfer = (refund: AdminRefund) =>
    mayUpdate && refund.status !== "void"
  return (
    <ResourceDrawer
      resource="refunds"
      title={({ refund }) => coins(refund.amount, refund.currency)}
      badge={({ refund }) => <Status of="refunds" status={refund.status} />}
      footer={({ refund }) =>
        takesTransfer(refund) && <RefundButtons refund={refund} />
      }
    >
      {({ refund }) => (
        <>
          <RefundStory refund={refund} />
          <RefundFacts refund={refund} />
          {takesTransfer(refund) && <RefundPrice refund={refund} />}
          {takesTransfer(refund) && (
            // A corrected refund gets a new form.
            <RefundForm
              key={`${refund.id}:${refund.tx_hash}`}
              refund={refund}
            />
          )}
        </>
      )}
    </ResourceDrawer>
  )
}

/** The refund's state in words, and what to consider before sending it. */
function RefundStory({ refund }: { refund: AdminRefund }) {
  const { t, coins } = useTexts()
  const { status, chain, deposit, due_exception_id } = refund
  const isDue = status === "due"
  // Medusa counts its own refunds, so that they have to be sent.
  const isKeepable = isDue && !refund.medusa_refund_id && due_exception_id
  return (
    <>
      <div className="txt-small text-ui-fg-subtle flex flex-col gap-y-2 px-6 py-4">
        {isDue && (
          <p>
            {t(notSentKey(refund), {
              sum: coins(refund.amount, refund.currency),
            })}
          </p>
        )}
        {isDue && chain && deposit?.is_confirmed === false && (
          <p>{t("exceptions.whoseCoins")}</p>
        )}
        <p>{t(`refunds.statusHint.${status}`)}</p>
        {isKeepable && (
          <AdminLink
            to={`/stablecoin/exceptions?exception=${due_exception_id}`}
          >
            {t("refunds.keepInstead")}
          </AdminLink>
        )}
      </div>
      {isDue && isDepositNotShown(refund.deposit_id, refund.payment) && (
        <Alert variant="warning" className="rounded-none border-0">
          {t("refunds.paymentNotShown")}
        </Alert>
      )}
    </>
  )
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
        <SmallButton type="submit" form={REFUND_FORM} value={SAVE_ADDRESS}>
          {t("refunds.to.save")}
        </SmallButton>
      )}
    </div>
  )
}

function RefundFacts({ refund }: { refund: AdminRefund }) {
  const texts = useTexts()
  const { t, coins, money, dateTime } = texts
  const { chain, status, refund_to, tx_hash, sent_by, sent_at } = refund
  const { deposit, payment } = refund
  const network = { chain, mode: payment?.mode }
  const unknown = t("refunds.fields.notKnown")
  return (
    <Facts
      facts={{
        "common.fields.amount": (
          <span className="inline-flex items-center gap-x-1">
            {coins(refund.amount, refund.currency)}
            <CopyButton text={refund.amount} what={t("refunds.amountToCopy")} />
          </span>
        ),
        "refunds.fields.cartAmount": money(
          refund.cart_amount,
          refund.cart_currency
        ),
        "refunds.fields.rate": refund.rate,
        "refunds.fields.allocated":
          refund.rate && coins(refund.allocated, refund.currency),
        "common.fields.network": networkName(chain),
        "deposits.fields.source": deposit && sourceText(texts, deposit),
        // Without a network, address and transfer are the merchant's own words.
        [`refunds.fields.${status === "sent" ? "sentTo" : "refundTo"}`]: chain
          ? (addressOf(refund_to, { ...network, whole: true }) ?? unknown)
          : (refund_to ?? unknown),
        "refunds.fields.paidFrom":
          status === "due" && addressOf(deposit?.sender, network),
        "common.fields.txHash": chain && hashOf(tx_hash, network),
        "refunds.sent.label": !chain && tx_hash,
        "refunds.fields.sentAt": sent_at && dateTime(sent_at),
        "refunds.fields.sentBy": sent_by && <By id={sent_by} />,
        "common.fields.reason": reasonText(t, refund.reason) ?? "—",
        "common.fields.created": dateTime(refund.created_at),
        "common.fields.order": (
          <OrderLink order={refund.order} orderId={refund.order_id} />
        ),
        "common.fields.payment": <OpenPayment id={refund.payment_id} />,
      }}
    />
  )
}
