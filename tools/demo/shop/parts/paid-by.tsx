import type {
  StoreCoins,
  StorePayment,
} from "medusa-payment-stablecoin-storefront"
import { Fragment, type ReactNode } from "react"
import { useShop } from "../shop.ts"

/** All that arrived for an order: what paid it, what goes back, and the rest. */
export function PaidBy({
  payments,
  otherwise,
  named,
}: {
  payments: StorePayment[]
  /** Money of payments of other orders. */
  otherwise: StoreCoins[]
  /** The payment whose refunds the page names elsewhere. */
  named?: StorePayment
}) {
  const { texts, labels, coins } = useShop()
  const sum = (all: StoreCoins[]): string =>
    all.map(({ amount, currency }) => coins(amount, currency)).join(" + ")
  const transfers = payments.flatMap((each) => each.transfers ?? [])
  const refunds = payments.flatMap((each) => each.refunds ?? [])
  const paid = payments.flatMap((each) => each.paid ?? [])
  const others = restOf(transfers, [...paid, ...refunds])
  // Another payment may have brought more than was due.
  const shown = paid.length ? payments.filter((each) => each.paid) : payments
  const networks = shown.flatMap(({ transfers: own = [] }) =>
    own.flatMap(({ chain }) => chain?.name ?? [])
  )
  const rows: [string, ReactNode][] = [
    [texts.paid, sum([...paid, ...otherwise])],
    [texts.alsoArrived, sum(others)],
    ...refunds
      .filter((each) => !named?.refunds?.includes(each))
      .map((each): [string, string] => [
        each.status === "due" ? labels.toRefund : labels.refunded,
        sum([each]),
      ]),
    [texts.network, [...new Set(networks)].join(", ")],
    ...shown.flatMap(({ transaction }): [string, ReactNode][] =>
      transaction
        ? [
            [
              texts.transaction,
              <Transaction key="transaction" {...transaction} />,
            ],
          ]
        : []
    ),
  ]
  return transfers.length + otherwise.length > 0 ? (
    <dl className="paid-by">
      {rows.map(
        ([name, value], index) =>
          value && (
            <Fragment key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          )
      )}
    </dl>
  ) : null
}

function Transaction({ hash, url }: NonNullable<StorePayment["transaction"]>) {
  const text =
    hash.length > 20 ? `${hash.slice(0, 10)}…${hash.slice(-8)}` : hash
  return url ? <a href={url}>{text}</a> : <code title={hash}>{text}</code>
}

/** The rest of some coins, in each currency. */
function restOf(coins: StoreCoins[], used: StoreCoins[]): StoreCoins[] {
  const currencies = new Set(coins.map(({ currency }) => currency))
  return [...currencies].flatMap((currency) => {
    const sumOf = (all: StoreCoins[]): number =>
      all.reduce(
        (sum, each) =>
          each.currency === currency ? sum + Number(each.amount) : sum,
        0
      )
    const amount = (sumOf(coins) - sumOf(used)).toFixed(6)
    return Number(amount) > 0 ? { amount, currency } : []
  })
}
