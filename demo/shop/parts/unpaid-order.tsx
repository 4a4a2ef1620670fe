import { StablecoinPayment } from "medusa-payment-stablecoin/storefront/react"
import { useState } from "react"
import { useBuyAgain } from "../cart/use-buy-again.ts"
import { useStartOver } from "../cart/use-start-over.ts"
import { type Order, useShop } from "../shop.ts"
import { Heading } from "./heading.tsx"
import { Problem } from "./problem.tsx"

/**
 * An order placed before its payment. It is paid here, by the waiting payment
 * or in another way.
 */
export function UnpaidOrder({
  order,
  cartId,
  onPaid,
}: {
  order: Order
  cartId: string
  onPaid: () => void
}) {
  const { sdk, returnUrl } = useShop()
  const buyAgain = useBuyAgain()
  const startOver = useStartOver()
  const [problem, setProblem] = useState<unknown>()
  return (
    <>
      <Heading>{`Your order #${order.display_id} is not paid yet`}</Heading>
      <div className="card">
        <StablecoinPayment
          store={sdk}
          cartId={cartId}
          startOver={startOver}
          successUrl={returnUrl}
          cancelUrl={returnUrl}
          onPaid={onPaid}
          onRestart={() => void buyAgain(order.id).catch(setProblem)}
        />
      </div>
      {problem !== undefined && <Problem error={problem} />}
    </>
  )
}
