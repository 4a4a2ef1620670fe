import type { StorePayment } from "medusa-payment-stablecoin-storefront"
import { Fragment } from "react"
import { useShop } from "../shop.ts"

/** All that arrived for an order, and what of it goes back. */
export function PaidBy({ payments }: { payments: StorePayment[] }) {
  const { texts, coins } = useShop()
  const transfers = payments.flatMap(({ transfers = [] }) => transfers)
  const sums = [true, false].map((isPaid) =>
    payments
      .filter((each) => hasOrder(each) === isPaid)
      .flatMap(({ transfers = [] }) => transfers)
      .map(({ amount, currency }) => coins(amount, currency))
      .join(" + ")
  )
  const refunds = payments.flatMap(({ refunds = [] }) => refunds)
  const networks = new Set(transfers.flatMap(({ chain }) => chain?.name ?? []))
  if (!transfers.length) {
    return null
  }
  return (
    <dl className="paid-by">
      {[texts.paid, texts.alsoArrived].map(
        (name, index) =>
          sums[index] && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{sums[index]}</dd>
            </Fragment>
          )
      )}
      {refunds.map(({ amount, currency, status }, index) => (
        <Fragment key={index}>
          <dt>{status === "due" ? texts.refundDue : texts.refundSent}</dt>
          <dd>{coins(amount, currency)}</dd>
        </Fragment>
      ))}
      {networks.size > 0 && (
        <>
          <dt>{texts.network}</dt>
          <dd>{[...networks].join(", ")}</dd>
        </>
      )}
      {payments.map(
        ({ session_id, transaction }) =>
          transaction && (
            <Fragment key={session_id}>
              <dt>{texts.transaction}</dt>
              <dd>
                {transaction.url ? (
                  <a href={transaction.url}>{shortened(transaction.hash)}</a>
                ) : (
                  <code title={transaction.hash}>
                    {shortened(transaction.hash)}
                  </code>
                )}
              </dd>
            </Fragment>
          )
      )}
    </dl>
  )
}

function hasOrder({ status, order_id }: StorePayment): boolean {
  return status === "paid" && order_id !== undefined
}

function shortened(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 10)}…${hash.slice(-8)}` : hash
}
