import { useCallback, useState } from "react"
import { useNavigate } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { Heading } from "../parts/heading.tsx"
import { Mug } from "../parts/mug.tsx"
import { Problem } from "../parts/problem.tsx"
import { Quantity } from "../parts/quantity.tsx"
import { useLoaded } from "../parts/use-loaded.ts"
import { Waiting } from "../parts/waiting.tsx"
import { useShop } from "../shop.ts"

/** The front page, with the shop's only product. */
export function ProductPage() {
  const { sdk, regionId, texts, money } = useShop()
  const { data, error, retry } = useLoaded(
    useCallback(async () => {
      const { products } = await sdk.store.product.list({
        region_id: regionId,
        fields: "id,title,description,*variants.calculated_price",
        limit: 1,
      })
      return products[0]
    }, [sdk, regionId])
  )
  if (error) {
    return <Problem error={error} retry={retry} />
  }
  const variant = data?.variants?.[0]
  const price = variant?.calculated_price
  if (!data || !variant || !price) {
    return <Waiting />
  }
  return (
    <article className="product">
      <div className="picture">
        <Mug />
      </div>
      <div>
        <Heading>{data.title}</Heading>
        <p className="price">
          {money(price.calculated_amount ?? 0, price.currency_code ?? "usd")}
        </p>
        {data.description && <p className="muted">{data.description}</p>}
        <AddToCart title={data.title} variantId={variant.id} />
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
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()

  const put = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await add([{ variant_id: variantId, quantity }])
      await navigate("/cart")
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <>
      <div className="row">
        <Quantity of={title} value={quantity} onChange={setQuantity} />
        <button type="button" className="main" disabled={busy} onClick={put}>
          {texts.addToCart}
        </button>
      </div>
      {problem !== undefined && <Problem error={problem} />}
    </>
  )
}
