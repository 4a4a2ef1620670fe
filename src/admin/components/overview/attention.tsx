import { StatusBadge, Text } from "@medusajs/ui"
import { useHealth, useSummary } from "../../lib/read"
import { PAGES, usePermissions } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../links"
import { useRows } from "../resource/queries"
import { Section } from "../section"

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
  const items = SHOWN.filter((page) => may(PAGES[page])).map((page) => ({
    page,
    // Null while it is not known.
    count: counts[page] ?? null,
    filter: page === "webhooks" ? "?status=dead" : "",
  }))
  return items.length === 0 ? null : (
    <Section
      title={t("overview.attention.title")}
      actions={
        <Text size="small" className="text-ui-fg-subtle">
          {t("overview.attention.modes")}
        </Text>
      }
    >
      <ul className="divide-y">
        {items.map(({ page, filter, count }) => (
          <li
            key={page}
            className="flex items-center justify-between gap-x-4 px-6 py-3"
          >
            <AdminLink to={`/stablecoin/${page}${filter}`}>
              {t(`overview.attention.${page}`)}
            </AdminLink>
            {count === null ? (
              "—"
            ) : (
              <StatusBadge
                color={
                  count === 0
                    ? "green"
                    : page === "health" && !hasError
                      ? "orange"
                      : "red"
                }
              >
                {format(count)}
              </StatusBadge>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
