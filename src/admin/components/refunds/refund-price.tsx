import type * as Api from "../../../http-types"
import { differenceOf, isMoreThan } from "../../../ledger/money"
import { useTexts } from "../../lib/use-texts"
import { RadioChoices } from "../choice-fields"
import { useAction } from "../resource/requests"
import { apiPath } from "../resource/resources"

/**
 * Chooses whether a refund due sends coins at the payment's own price or at
 * today's rate, with the difference.
 */
export function RefundPrice({ refund }: { refund: Api.AdminRefundDetail }) {
  const { t, coins } = useTexts()
  const { id, currency, cart_currency, allocated, rate, today } = refund
  const choose = useAction<Api.AdminRefundResponse, Api.AdminPriceRefund>(
    apiPath("refunds", id, "price"),
    ({ refund: { amount } }) => ({
      text: t("refunds.price.saved", { sum: coins(amount, currency) }),
    })
  )
  if (!today) {
    return null
  }
  const isMore = isMoreThan(today.amount, allocated)
  const difference = isMore
    ? differenceOf(today.amount, allocated)
    : differenceOf(allocated, today.amount)
  const note = t(`refunds.price.${isMore ? "more" : "less"}`, {
    sum: coins(difference, currency),
  })
  const prices = {
    payment: { amount: allocated, rate: refund.payment?.rate, note: "" },
    today: { ...today, note },
  }
  const choices = (["payment", "today"] as const).map((value) => {
    const { amount, rate, note } = prices[value]
    const rateText = t("refunds.price.rate", {
      currency: cart_currency.toUpperCase(),
      rate,
    })
    return {
      value,
      label: t(`refunds.price.${value}`, { sum: coins(amount, currency) }),
      description: `${rateText} ${note}`.trim(),
    }
  })
  const chosen = rate === today.rate ? "today" : ""
  return (
    <div className="px-6 py-4">
      <RadioChoices
        label={t("refunds.price.label")}
        choices={choices}
        disabled={choose.isPending}
        value={rate === null ? "payment" : chosen}
        onValueChange={(value) => {
          const price = value === "today" ? "today" : "payment"
          choose.mutate({ price, shown_amount: prices[price].amount })
        }}
      />
    </div>
  )
}
