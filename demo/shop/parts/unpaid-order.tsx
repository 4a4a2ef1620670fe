import { StablecoinPayment } from "medusa-payment-stablecoin-storefront/react"
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
  const { sdk, returnUrl, texts, labels } = useShop()
  const buyAgain = useBuyAgain()
  const startOver = useStartOver()
  const [problem, setProblem] = useState<unknown>()
  return (
    <>
      <Heading>{texts.unpaid(order.display_id ?? 0)}</Heading>
      <div className="card">
        <StablecoinPayment
          store={sdk}
          labels={labels}
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
