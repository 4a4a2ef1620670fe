import { Link } from "react-router-dom"
import { Heading } from "../parts/heading.tsx"
import { useShop } from "../shop.ts"

export function NotFoundPage({ what = "page" }: { what?: "page" | "order" }) {
  const { texts } = useShop()
  return (
    <section className="narrow">
      <Heading>
        {what === "page" ? texts.noSuchPage : texts.noSuchOrder}
      </Heading>
      <p>
        <Link className="button" to="/">
          {texts.toShop}
        </Link>
      </p>
    </section>
  )
}
