import { StatusBadge, Text } from "@medusajs/ui"
import type { StablecoinPermission } from "../../../http-types"
import { useHealth, useSummary } from "../../lib/read"
import { useMay, usePermissions } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../links"
import { useRows } from "../resource/queries"
import { Section } from "../section"

const DEAD_WEBHOOKS = { limit: 1, offset: 0, status: ["dead"] }

/** The health checks call the gateway, so a page visit accepts older ones. */
const FIVE_MINUTES = 5 * 60_000

type Item = {
  page: "exceptions" | "refunds" | "webhooks" | "health"
  needs: StablecoinPermission
  filter?: string
  /** Undefined while it loads. */
  count: number | null | undefined
  request: { isError: boolean }
}

/**
 * Open items of both modes for the merchant, limited to those that the role may
 * read.
 */
export function Attention() {
  const { t, count: format } = useTexts()
  const { may } = usePermissions()
  const summary = useSummary()
  const { open_exceptions, refunds_due } = summary.data?.summary ?? {}
  const webhooks = useRows("webhooks", DEAD_WEBHOOKS, {
    enabled: useMay("stablecoin_webhook:read"),
  })
  const health = useHealth({
    enabled: useMay("stablecoin_setting:read"),
    staleTime: FIVE_MINUTES,
  })
  const findings = health.data?.checks.filter(({ status }) => status !== "ok")
  const hasError = findings?.some(({ status }) => status === "error")
  const all: Item[] = [
    {
      page: "exceptions",
      needs: "stablecoin_exception:read",
      count: open_exceptions,
      request: summary,
    },
    {
      page: "refunds",
      needs: "stablecoin_refund:read",
      count: refunds_due,
      request: summary,
    },
    {
      page: "webhooks",
      needs: "stablecoin_webhook:read",
      filter: "?status=dead",
      count: webhooks.data?.count,
      request: webhooks,
    },
    {
      page: "health",
      needs: "stablecoin_setting:read",
      count: findings?.length,
      request: health,
    },
  ]
  const textOf = (page: Item["page"], count: number) =>
    page !== "health"
      ? format(count)
      : count > 0
        ? t("overview.attention.findings", { count })
        : t("health.status.ok")
  const items = all.filter(({ needs }) => may(needs))
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
        {items.map(({ page, filter = "", count = null, request }) => (
          <li
            key={page}
            className="flex items-center justify-between gap-x-4 px-6 py-3"
          >
            <AdminLink to={`/stablecoin/${page}${filter}`}>
              {t(`overview.attention.${page}`)}
            </AdminLink>
            {count !== null ? (
              <StatusBadge
                color={
                  count === 0
                    ? "green"
                    : page === "health" && !hasError
                      ? "orange"
                      : "red"
                }
              >
                {textOf(page, count)}
              </StatusBadge>
            ) : (
              <Text size="small" className="text-ui-fg-subtle">
                {t(
                  request.isError
                    ? "overview.attention.unknown"
                    : "health.checking"
                )}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
