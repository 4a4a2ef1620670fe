import { renderDocument } from "./layout"
import { markup } from "./markup"

/** A page for a checkout that cannot be shown. */
export type ProblemPage = {
  /** The response's HTTP status. */
  status: number
  title: string
  /** One or two sentences: what happened, and what the buyer can do. */
  text: string
}

/** A page that explains why there is nothing to pay, such as a 404. */
export function renderProblem(page: ProblemPage): string {
  return renderDocument({
    title: page.title,
    merchant: null,
    badge: "Sandbox",
    main: markup`<main class="outcome">
<section class="card" aria-labelledby="heading">
<p class="status">Error ${page.status}</p>
<h1 id="heading">${page.title}</h1>
<p class="lead">${page.text}</p>
</section>
</main>`,
  })
}
