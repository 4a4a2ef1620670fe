import { Link } from "react-router-dom"
import { Heading } from "../parts/heading.tsx"

export function NotFoundPage({ what = "page" }: { what?: string }) {
  return (
    <section className="narrow">
      <Heading>{`There is no such ${what}`}</Heading>
      <p>
        <Link className="button" to="/">
          To the shop
        </Link>
      </p>
    </section>
  )
}
