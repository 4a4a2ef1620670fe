import type { StorePayment } from "medusa-payment-stablecoin-storefront"
import { Fragment } from "react"
import type { Coins } from "../cart/placed-order.ts"
import { useShop } from "../shop.ts"

/** How an order was paid, and what of it goes back. */
export function PaidBy({
  payment: { chain, transaction, refunds = [], ...payment },
  paid,
}: {
  payment: StorePayment
  paid: Coins[]
}) {
  const { texts, coins } = useShop()
  const sums = paid.length ? paid : [payment]
  return (
    <dl className="paid-by">
      <dt>{texts.paid}</dt>
      <dd>
        {sums
          .map(({ amount, currency }) => coins(amount, currency))
          .join(" + ")}
      </dd>
      {refunds.map(({ amount, currency, status }, index) => (
        <Fragment key={index}>
          <dt>{status === "due" ? texts.refundDue : texts.refundSent}</dt>
          <dd>{coins(amount, currency)}</dd>
        </Fragment>
      ))}
      {chain && (
        <>
          <dt>{texts.network}</dt>
          <dd>{chain.name}</dd>
        </>
      )}
      {transaction && (
        <>
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
        </>
      )}
    </dl>
  )
}

function shortened(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 10)}…${hash.slice(-8)}` : hash
}
