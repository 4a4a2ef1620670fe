import { useMutation } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { FilledCart } from "../cart/filled-cart.tsx"
import { Heading } from "../parts/heading.tsx"
import { Mug } from "../parts/mug.tsx"
import { Problem } from "../parts/problem.tsx"
import { Quantity } from "../parts/quantity.tsx"
import { type Cart, useShop } from "../shop.ts"

/** The cart's items, which can be changed. */
export function CartPage() {
  const { texts } = useShop()
  return (
    <FilledCart title={texts.yourCart}>
      {(cart) => (
        <section className="narrow">
          <Heading>{texts.yourCart}</Heading>
          <Lines cart={cart} />
        </section>
      )}
    </FilledCart>
  )
}

function Lines({ cart }: { cart: Cart }) {
  const { texts, money } = useShop()
  const { setQuantity, reload } = useCart()
  const change = useMutation({
    mutationFn: async ([lineId, quantity]: [string, number]) =>
      await setQuantity(lineId, quantity),
    // A payment may have ordered the cart meanwhile.
    onError: reload,
  })

  return (
    <>
      <ul className="lines card">
        {cart.items?.map(({ id, product_title, quantity, unit_price }) => (
          <li key={id}>
            <Mug small />
            <span>{product_title}</span>
            <Quantity
              of={product_title ?? ""}
              value={quantity}
              disabled={change.isPending}
              onChange={(value) => change.mutate([id, value])}
            />
            <span className="amount">
              {money(unit_price * quantity, cart.currency_code)}
            </span>
            <button
              type="button"
              className="link"
              aria-label={texts.removeItem(product_title ?? "")}
              disabled={change.isPending}
              onClick={() => change.mutate([id, 0])}
            >
              {texts.remove}
            </button>
          </li>
        ))}
      </ul>
      {change.error && <Problem error={change.error} />}
      <div className="row end">
        <p className="subtotal">
          <span className="muted">{texts.subtotal}</span>{" "}
          <strong>{money(cart.item_total, cart.currency_code)}</strong>
        </p>
        <Link className="button main" to="/checkout">
          {texts.checkout}
        </Link>
      </div>
    </>
  )
}
