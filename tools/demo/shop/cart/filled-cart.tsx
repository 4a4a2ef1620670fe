import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { Waiting } from "../parts/waiting.tsx"
import { type Cart, useShop } from "../shop.ts"
import { useCart } from "./cart-context.ts"
import { OrderedCart } from "./ordered-cart.tsx"

/**
 * A page for a cart with items. Otherwise shows the cart's state, or leads to
 * its order.
 */
export function FilledCart({
  title,
  children,
}: {
  title: string
  children: (cart: Cart) => ReactNode
}) {
  const { texts } = useShop()
  const { cart, orderedCartId, problem, reload } = useCart()
  if (problem) {
    return <Problem error={problem} retry={() => void reload()} />
  }
  if (orderedCartId) {
    return <OrderedCart cartId={orderedCartId} />
  }
  if (cart === undefined) {
    return <Waiting />
  }
  if (cart?.items?.length) {
    return children(cart)
  }
  return (
    <section className="narrow">
      <Heading>{title}</Heading>
      <p className="muted">{texts.emptyCart}</p>
      <Link className="button main" to="/">
        {texts.toShop}
      </Link>
    </section>
  )
}
