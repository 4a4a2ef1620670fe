import { type Cart, type Order, useShop } from "../shop.ts"
import { Mug } from "./mug.tsx"

/** The items and totals of a cart or an order. */
export function Totals({ of }: { of: Cart | Order }) {
  const { texts, money } = useShop()
  const price = (amount: number) => money(amount, of.currency_code)
  // A refund lowers the total of an order.
  const refund = "credit_line_total" in of ? of.credit_line_total : 0
  return (
    <>
      <ul className="lines">
        {(of.items ?? []).map(({ id, product_title, quantity, unit_price }) => (
          <li key={id}>
            <Mug small />
            <span>
              {product_title} <span className="muted">× {quantity}</span>
            </span>
            <span className="amount">{price(unit_price * quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className="totals">
        <dt>{texts.shipping}</dt>
        <dd>{price(of.shipping_total ?? 0)}</dd>
        {refund > 0 && (
          <>
            <dt>{texts.refund}</dt>
            <dd>{price(-refund)}</dd>
          </>
        )}
        <dt className="total">{texts.total}</dt>
        <dd className="total">{price(of.total)}</dd>
      </dl>
    </>
  )
}
