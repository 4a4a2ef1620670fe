import { Container, StatusBadge, Text } from "@medusajs/ui"
import type { AdminFees, AdminOverviewResponse } from "../../../http-types"
import { differenceOf, isMoreThan } from "../../../ledger/money"
import { PAGES, usePermissions } from "../../lib/permissions"
import { useHealth, useSummary } from "../../lib/read"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../links"
import { useRows } from "../resource/requests"
import { Facts, Note, Section } from "../section"

export type Overview = AdminOverviewResponse["overview"]

/** How many payments were paid, how often, and how fast. */
export function KeyFigures({ overview }: { overview: Overview }) {
  const { t, count, duration, percent } = useTexts()
  const { median_seconds: median, fees } = overview
  const { paid, ended } = overview.outcomes
  const figures = [
    {
      title: t("overview.paid.title"),
      value: count(fees.reduce((sum, { payments }) => sum + payments, 0)),
      text: t("overview.paid.text"),
    },
    {
      title: t("overview.rate.title"),
      value: ended > 0 ? percent(paid / ended) : "—",
      text:
        ended > 0
          ? t("overview.rate.of", { paid: count(paid), ended: count(ended) })
          : t("overview.rate.none"),
      // The exact rule.
      hint: t("overview.rate.hint"),
    },
    {
      title: t("overview.time.title"),
      value: median === null ? "—" : duration(median),
      text: t("overview.time.text"),
    },
  ]
  return (
    <Container className="p-0">
      <dl className="grid divide-y md:grid-cols-3 md:divide-x md:divide-y-0">
        {figures.map(({ title, value, text, hint }) => (
          <div key={title} className="flex flex-col gap-y-1 px-6 py-4">
            <dt className="txt-compact-small-plus text-ui-fg-subtle">
              {title}
            </dt>
            <dd className="flex flex-col gap-y-1">
              <span className="h1-core">{value}</span>
              <Text size="small" className="text-ui-fg-subtle" title={hint}>
                {text}
              </Text>
              {hint && <span className="sr-only">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Container>
  )
}

export function Fees({ fees }: { fees: AdminFees[] }) {
  const { t } = useTexts()
  return (
    <Section title={t("overview.fees.title")}>
      {fees.length === 0 && <Note>{t("overview.fees.empty")}</Note>}
      {fees.map((fees) => (
        <FeesOfCoin key={fees.currency} fees={fees} />
      ))}
    </Section>
  )
}

function FeesOfCoin({ fees }: { fees: AdminFees }) {
  const { t, coins } = useTexts()
  const { currency, amount, fee, net_amount, unreported } = fees
  const coinsOf = (sum: string | null) => (sum ? coins(sum, currency) : "—")
  const rest = differenceOf(differenceOf(amount, net_amount ?? "0"), fee ?? "0")
  const isPart = isMoreThan(rest, "0")
  return (
    <div>
      <p className="txt-compact-small-plus bg-ui-bg-subtle border-b px-6 py-2">
        {currency}
      </p>
      <Facts
        facts={{
          "overview.fees.received": coinsOf(amount),
          "overview.fees.unreported":
            isPart &&
            t("overview.fees.ofPayments", {
              sum: coinsOf(rest),
              count: unreported,
            }),
          "overview.fees.fee": coinsOf(fee),
          [`overview.fees.${isPart ? "netReported" : "net"}`]:
            coinsOf(net_amount),
        }}
      />
    </div>
  )
}

const DEAD_WEBHOOKS = { limit: 1, offset: 0, status: ["dead"] }

const FIVE_MINUTES = 5 * 60_000

const SHOWN = ["exceptions", "refunds", "webhooks", "health"] as const

/**
 * Open items of both modes for the merchant, limited to those that the role may
 * read.
 */
export function Attention() {
  const { t, count: format } = useTexts()
  const { may } = usePermissions()
  const { open_exceptions, refunds_due } = useSummary().data?.summary ?? {}
  const webhooks = useRows("webhooks", DEAD_WEBHOOKS, {
    enabled: may(PAGES.webhooks),
  })
  const health = useHealth({
    enabled: may(PAGES.health),
    staleTime: FIVE_MINUTES,
  })
  const findings = health.data?.health.checks.filter(
    ({ status }) => status !== "ok"
  )
  const hasError = findings?.some(({ status }) => status === "error")
  const counts = {
    exceptions: open_exceptions,
    refunds: refunds_due,
    webhooks: webhooks.data?.count,
    health: findings?.length,
  }
  const pages = SHOWN.filter((page) => may(PAGES[page]))
  const colorOf = (page: (typeof pages)[number], count: number) =>
    count === 0 ? "green" : page === "health" && !hasError ? "orange" : "red"
  return pages.length === 0 ? null : (
    <Section
      title={t("overview.attention.title")}
      actions={
        <Text size="small" className="text-ui-fg-subtle">
          {t("overview.attention.modes")}
        </Text>
      }
    >
      <ul className="divide-y">
        {pages.map((page) => {
          const filter = page === "webhooks" ? "?status=dead" : ""
          const count = counts[page]
          return (
            <li
              key={page}
              className="flex items-center justify-between gap-x-4 px-6 py-3"
            >
              <AdminLink to={`/stablecoin/${page}${filter}`}>
                {t(`overview.attention.${page}`)}
              </AdminLink>
              {typeof count !== "number" ? (
                "—"
              ) : (
                <StatusBadge color={colorOf(page, count)}>
                  {format(count)}
                </StatusBadge>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
