import { icon, type IconName } from "./icons"
import { markup, type Content, type Markup } from "./markup"
import { problemNotice } from "./parts"

export type Outcome = {
  tone: "good" | "bad" | "neutral"
  heading: string
  text: Content
  details: Content
  /** Why the last attempt was refused, for the buyer. */
  error?: string
  /** The link back, already checked by `webLink`, or null. */
  back: { href: string | null; label: Content }
}

const OUTCOME_ICONS: Record<Outcome["tone"], IconName> = {
  good: "check",
  bad: "cross",
  neutral: "minus",
}

/** The page's content once the payment has ended. */
export function outcome(view: Outcome): Markup {
  return markup`<main class="outcome">
<section class="card" aria-labelledby="heading">
${problemNotice(view.error)}
<div class="medal ${view.tone}">${icon(OUTCOME_ICONS[view.tone])}</div>
<h1 id="heading">${view.heading}</h1>
<p class="lead">${view.text}</p>
${view.details}
${
  view.back.href === null
    ? markup`<p class="hint">You can close this page.</p>`
    : markup`<a class="button primary" href="${view.back.href}">${view.back.label}</a>`
}
</section>
</main>`
}
