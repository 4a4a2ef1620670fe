import type { StorePayment } from "medusa-payment-stablecoin-storefront"
import { useShop } from "../shop.ts"

/** How an order was paid. */
export function PaidBy({
  payment: { amount, currency, chain, transaction },
}: {
  payment: StorePayment
}) {
  const { texts, coins } = useShop()
  return (
    <dl className="paid-by">
      <dt>{texts.paid}</dt>
      <dd>{coins(amount, currency)}</dd>
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
