import { markup, trusted, type Markup } from "./markup"
import { styles } from "./styles"

export type Page = {
  title: string
  /** The merchant's name, or null if unknown. */
  merchant: string | null
  /** The environment, shown in the corner badge. */
  badge: string
  main: Markup
}

function brand(merchant: string): Markup {
  const [initial = ""] = /[\p{L}\p{N}]/u.exec(merchant) ?? []
  return markup`<span class="monogram" aria-hidden="true">${initial.toUpperCase()}</span><bdi class="merchant">${merchant}</bdi>`
}

/** The document around a page's content: head and merchant's bar. */
export function renderDocument(page: Page): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
<style>${trusted(styles)}</style>
</head>
<body>
<header class="top"><div class="brand">${page.merchant === null ? null : brand(page.merchant)}</div><span class="badge">${page.badge}</span></header>
${page.main}
<footer class="foot">Sandbox checkout. No real money moves on this page.</footer>
</body>
</html>
`.toString()
}

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
