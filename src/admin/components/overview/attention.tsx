import { StatusBadge, Text } from "@medusajs/ui"
import { useHealth } from "../../lib/health"
import { useMay } from "../../lib/permissions"
import { useSummary } from "../../lib/summary"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../admin-link"
import { useRows } from "../resource/queries"
import { Section } from "../section"

const DEAD_WEBHOOKS = { limit: 1, offset: 0, status: ["dead"] }

/** The health checks call the gateway, so a page visit accepts older ones. */
const FIVE_MINUTES = 5 * 60_000

/**
 * Open items of both modes for the merchant, limited to those that the role may
 * read.
 */
export function Attention() {
  const { t } = useTexts()
  const mayReadExceptions = useMay("stablecoin_exception:read")
  const mayReadRefunds = useMay("stablecoin_refund:read")
  const mayReadWebhooks = useMay("stablecoin_webhook:read")
  const mayReadHealth = useMay("stablecoin_setting:read")
  const summary = useSummary()
  const counts = summary.data?.summary
  const webhooks = useRows("webhooks", DEAD_WEBHOOKS, {
    enabled: mayReadWebhooks,
  })
  const health = useHealth({ enabled: mayReadHealth, staleTime: FIVE_MINUTES })
  const findings = health.data?.checks.filter(({ status }) => status !== "ok")
  const hasError = findings?.some(({ status }) => status === "error")
  const mayRead = [mayReadExceptions, mayReadRefunds, mayReadWebhooks]
  if (!mayReadHealth && !mayRead.includes(true)) {
    return null
  }
  return (
    <Section
      title={t("overview.attention.title")}
      actions={
        <Text size="small" className="text-ui-fg-subtle">
          {t("overview.attention.modes")}
        </Text>
      }
    >
      <ul className="divide-y">
        {mayReadExceptions && (
          <Item
            page="exceptions"
            count={counts?.open_exceptions}
            failed={summary.isError}
          />
        )}
        {mayReadRefunds && (
          <Item
            page="refunds"
            count={counts?.refunds_due}
            failed={summary.isError}
          />
        )}
        {mayReadWebhooks && (
          <Item
            page="webhooks"
            filter="?status=dead"
            count={webhooks.data?.count}
            failed={webhooks.isError}
          />
        )}
        {mayReadHealth && (
          <Item
            page="health"
            count={findings?.length}
            failed={health.isError}
            color={hasError ? "red" : "orange"}
          />
        )}
      </ul>
    </Section>
  )
}

type ItemProps = {
  page: "exceptions" | "refunds" | "webhooks" | "health"
  filter?: string
  /** Undefined while it loads. */
  count: number | null | undefined
  failed: boolean
  color?: "red" | "orange"
}

function Item({
  page,
  filter = "",
  failed,
  color = "red",
  ...item
}: ItemProps) {
  const { t, count: format } = useTexts()
  const count = item.count ?? null
  const textOf = (found: number) =>
    page !== "health"
      ? format(found)
      : found > 0
        ? t("overview.attention.findings", { count: found })
        : t("health.status.ok")
  return (
    <li className="flex items-center justify-between gap-x-4 px-6 py-3">
      <AdminLink to={`/stablecoin/${page}${filter}`}>
        {t(`overview.attention.${page}`)}
      </AdminLink>
      {count !== null ? (
        <StatusBadge color={count > 0 ? color : "green"}>
          {textOf(count)}
        </StatusBadge>
      ) : (
        <Text size="small" className="text-ui-fg-subtle">
          {failed ? t("overview.attention.unknown") : t("health.checking")}
        </Text>
      )}
    </li>
  )
}
