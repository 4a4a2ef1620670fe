import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { Heading } from "../parts/heading.tsx"
import { Mug } from "../parts/mug.tsx"
import { Problem } from "../parts/problem.tsx"
import { Quantity } from "../parts/quantity.tsx"
import { Waiting } from "../parts/waiting.tsx"
import { useShop } from "../shop.ts"

/** The front page, with the shop's only product. */
export function ProductPage() {
  const { sdk, regionId, texts, money } = useShop()
  const { data, error, refetch } = useQuery({
    queryKey: ["products"],
    queryFn: async () =>
      await sdk.store.product.list({
        region_id: regionId,
        fields: "id,title,description,*variants.calculated_price",
        limit: 1,
      }),
  })
  if (error) {
    return <Problem error={error} retry={() => void refetch()} />
  }
  const product = data?.products[0]
  const variant = product?.variants?.[0]
  const price = variant?.calculated_price
  if (!product || !variant || !price) {
    return <Waiting />
  }
  return (
    <article className="product">
      <div className="picture">
        <Mug />
      </div>
      <div>
        <Heading>{product.title}</Heading>
        <p className="price">
          {money(price.calculated_amount ?? 0, price.currency_code ?? "usd")}
        </p>
        {product.description && <p className="muted">{product.description}</p>}
        <AddToCart title={product.title} variantId={variant.id} />
        <p className="muted small">{texts.coins}</p>
      </div>
    </article>
  )
}

function AddToCart({ title, variantId }: { title: string; variantId: string }) {
  const { texts } = useShop()
  const { add } = useCart()
  const navigate = useNavigate()
  const [quantity, setQuantity] = useState(1)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await add([{ variant_id: variantId, quantity }])
      await navigate("/cart")
    },
  })

  return (
    <>
      <div className="row">
        <Quantity of={title} value={quantity} onChange={setQuantity} />
        <button
          type="button"
          className="main"
          disabled={isPending}
          onClick={() => mutate()}
        >
          {texts.addToCart}
        </button>
      </div>
      {error && <Problem error={error} />}
    </>
  )
}
