import { StablecoinPayment } from "medusa-payment-stablecoin-storefront/react"
import { useBuyAgain } from "../cart/use-buy-again.ts"
import { useStartOver } from "../cart/use-start-over.ts"
import { type Order, useShop } from "../shop.ts"
import { Problem } from "./problem.tsx"

/**
 * The payment of an order: what is still to be paid, by the waiting payment or
 * in another way, or what becomes of its money.
 */
export function OrderPayment({
  order,
  cartId,
  sessionId,
  onPaid,
}: {
  order: Order
  /** While it is unpaid. */
  cartId?: string | undefined
  /** Where nothing is left to pay. */
  sessionId?: string
  onPaid?: () => void
}) {
  const { sdk, returnUrl, labels } = useShop()
  const buyAgain = useBuyAgain()
  const startOver = useStartOver()
  return (
    <>
      <div className="card">
        <StablecoinPayment
          store={sdk}
          labels={labels}
          cartId={cartId}
          sessionId={sessionId}
          startOver={startOver}
          successUrl={returnUrl}
          cancelUrl={returnUrl}
          onPaid={onPaid}
          onRestart={() => buyAgain.mutate(order.id)}
        />
      </div>
      {buyAgain.error && <Problem error={buyAgain.error} />}
    </>
  )
}
