import { StatusBadge, Text } from "@medusajs/ui"
import type { StablecoinPermission } from "../../../http-types"
import { useHealth, useSummary } from "../../lib/read"
import { useMay, usePermissions } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../links"
import { useRows } from "../resource/queries"
import { Section } from "../section"

const DEAD_WEBHOOKS = { limit: 1, offset: 0, status: ["dead"] }

type Item = {
  page: "exceptions" | "refunds" | "webhooks" | "health"
  needs: StablecoinPermission
  filter?: string
  /** Undefined or null while it is not known. */
  count: number | null | undefined
}

/**
 * Open items of both modes for the merchant, limited to those that the role may
 * read.
 */
export function Attention() {
  const { t, count: format } = useTexts()
  const { may } = usePermissions()
  const { open_exceptions, refunds_due } = useSummary().data?.summary ?? {}
  const webhooks = useRows("webhooks", DEAD_WEBHOOKS, {
    enabled: useMay("stablecoin_webhook:read"),
  })
  const health = useHealth({ enabled: useMay("stablecoin_setting:read") })
  const findings = health.data?.health.checks.filter(
    ({ status }) => status !== "ok"
  )
  const hasError = findings?.some(({ status }) => status === "error")
  const all: Item[] = [
    {
      page: "exceptions",
      needs: "stablecoin_exception:read",
      count: open_exceptions,
    },
    {
      page: "refunds",
      needs: "stablecoin_refund:read",
      count: refunds_due,
    },
    {
      page: "webhooks",
      needs: "stablecoin_webhook:read",
      filter: "?status=dead",
      count: webhooks.data?.count,
    },
    {
      page: "health",
      needs: "stablecoin_setting:read",
      count: findings?.length,
    },
  ]
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
        {items.map(({ page, filter = "", count = null }) => (
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
