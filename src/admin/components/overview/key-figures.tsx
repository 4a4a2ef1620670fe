import { Container, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../../lib/use-texts"
import type { Overview } from "./use-overview"

const HOUR = 3600
const MINUTE = 60

/** How many payments were paid, how often, and how fast. */
export function KeyFigures({ overview }: { overview: Overview }) {
  const { t, count, duration, percent } = useTexts()
  const { paid, ended } = overview.outcomes
  // Seconds say nothing about a payment of hours.
  const seconds = overview.median_seconds
  const median =
    seconds === null || seconds < HOUR ? seconds : seconds - (seconds % MINUTE)
  const payments = overview.fees.reduce((sum, each) => sum + each.payments, 0)
  return (
    <Container className="p-0">
      <dl className="grid divide-y md:grid-cols-3 md:divide-x md:divide-y-0">
        <Figure title={t("overview.paid.title")} text={t("overview.paid.text")}>
          {count(payments)}
        </Figure>
        <Figure
          title={t("overview.rate.title")}
          text={
            ended > 0
              ? t("overview.rate.of", {
                  paid: count(paid),
                  ended: count(ended),
                })
              : t("overview.rate.none")
          }
          hint={t("overview.rate.hint")}
        >
          {ended > 0 ? percent(paid / ended) : "—"}
        </Figure>
        <Figure title={t("overview.time.title")} text={t("overview.time.text")}>
          {median === null ? "—" : duration(median)}
        </Figure>
      </dl>
    </Container>
  )
}

type FigureProps = {
  title: string
  text: string
  /** The exact rule, for a figure that needs one. */
  hint?: string
  children: ReactNode
}

function Figure({ title, text, hint, children }: FigureProps) {
  return (
    <div className="flex flex-col gap-y-1 px-6 py-4">
      <dt className="txt-compact-small-plus text-ui-fg-subtle">{title}</dt>
      <dd className="flex flex-col gap-y-1">
        <span className="h1-core">{children}</span>
        <Text size="small" className="text-ui-fg-subtle" title={hint}>
          {text}
        </Text>
        {hint && <span className="sr-only">{hint}</span>}
      </dd>
    </div>
  )
}
