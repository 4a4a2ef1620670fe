import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { useShop } from "../shop.ts"
import { useCart } from "./cart-context.ts"

/** Puts the items of an order into a cart, and continues to the checkout. */
export function useBuyAgain() {
  const { sdk } = useShop()
  const { add } = useCart()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (orderId: string) => {
      const { order } = await sdk.store.order.retrieve(orderId)
      const items = (order.items ?? []).flatMap(({ variant_id, quantity }) =>
        variant_id ? [{ variant_id, quantity }] : []
      )
      await add(items)
      await navigate("/checkout")
    },
  })
}
