import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { useCoinsText } from "../use-coins-text"

type ReceivedMoneyProps = {
  payment: Pick<
    AdminPaymentDetail,
    "status" | "amount" | "currency" | "other_money"
  >
}

/**
 * The money received for a payment: its own, and other money that the gateway
 * reports for it, which was not captured.
 */
export function ReceivedMoney({ payment }: ReceivedMoneyProps) {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  const coinsText = useCoinsText()
  const { status, amount, currency, other_money } = payment
  const isPaid = status === "paid"
  if (!isPaid && !other_money.length) {
    return "—"
  }
  return (
    <span className="flex flex-col gap-y-1">
      {isPaid && <span>{coins(amount, currency)}</span>}
      {other_money.map((money, index) => (
        <span key={index} className="text-ui-tag-orange-text">
          {t("payments.reported", { sum: coinsText(money) })}
        </span>
      ))}
    </span>
  )
}
