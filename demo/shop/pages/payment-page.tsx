import type { StorePayment } from "medusa-payment-stablecoin/storefront"
import { StablecoinPayment } from "medusa-payment-stablecoin/storefront/react"
import { useState } from "react"
import { Link, useNavigate, useParams } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { wantedAgain } from "../cart/lines.ts"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { Waiting } from "../parts/waiting.tsx"
import { useShop } from "../shop.ts"
import { START_ANEW } from "./checkout-page.tsx"

/** Where the gateway sends the buyer back to, whether they have paid or not. */
export function PaymentPage() {
  const { session_id = "" } = useParams()
  const { sdk, returnUrl } = useShop()
  const { cart, orderedCartId, problem: unread, add } = useCart()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<unknown>()

  /** The order was cancelled with its payment: the same things go into a new cart. */
  const fillAgain = async ({ order_id }: StorePayment): Promise<void> => {
    setProblem(undefined)
    try {
      if (order_id) {
        const { order } = await sdk.store.order.retrieve(order_id)
        await add(wantedAgain(order))
      }
      await navigate("/checkout")
    } catch (error) {
      setProblem(error)
    }
  }

  if (cart === undefined && !unread) {
    // Until it is known whether the cart is an order already, nobody can say
    // what another way to pay would be.
    return <Waiting />
  }
  return (
    <section className="narrow">
      <Heading>Your payment</Heading>
      <div className="card">
        <StablecoinPayment
          key={session_id}
          store={sdk}
          sessionId={session_id}
          // An unpaid order can be paid in another way right here; an open
          // cart goes back to the checkout for that.
          cartId={orderedCartId ?? undefined}
          successUrl={returnUrl}
          cancelUrl={returnUrl}
          onPaid={({ id }) => void navigate(`/order/${id}`, { replace: true })}
          onChooseAgain={() =>
            void navigate("/checkout", { state: START_ANEW })
          }
          onRestart={(payment) => void fillAgain(payment)}
        />
      </div>
      {problem !== undefined && <Problem error={problem} />}
      <p>
        <Link to="/">Back to the shop</Link>
      </p>
    </section>
  )
}
