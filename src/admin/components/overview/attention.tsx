import { StatusBadge, Text } from "@medusajs/ui"
import { useHealth } from "../../lib/health"
import { useMay } from "../../lib/permissions"
import { useSummary } from "../../lib/summary"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../admin-link"
import { useRows } from "../resource/queries"
import { Section } from "../section"

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
            to="/stablecoin/exceptions"
            label={t("overview.attention.exceptions")}
            count={summary.data?.summary.open_exceptions}
            failed={summary.isError}
          />
        )}
        {mayReadRefunds && (
          <Item
            to="/stablecoin/refunds"
            label={t("overview.attention.refunds")}
            count={summary.data?.summary.refunds_due}
            failed={summary.isError}
          />
        )}
        {mayReadWebhooks && <DeadWebhooks />}
        {mayReadHealth && <HealthFindings />}
      </ul>
    </Section>
  )
}

function DeadWebhooks() {
  const { t } = useTexts()
  const query = { limit: 1, offset: 0, status: ["dead"] }
  const { data, isError } = useRows("webhooks", query)
  return (
    <Item
      to="/stablecoin/webhooks?status=dead"
      label={t("overview.attention.webhooks")}
      count={data?.count}
      failed={isError}
    />
  )
}

function HealthFindings() {
  const { t } = useTexts()
  const { data, isError } = useHealth({ staleTime: FIVE_MINUTES })
  const findings = data?.checks.filter(({ status }) => status !== "ok")
  const hasError = findings?.some(({ status }) => status === "error")
  return (
    <Item
      to="/stablecoin/health"
      label={t("overview.attention.health")}
      count={findings?.length}
      failed={isError}
      color={hasError ? "red" : "orange"}
      text={(count) =>
        count > 0
          ? t("overview.attention.findings", { count })
          : t("health.status.ok")
      }
    />
  )
}

type ItemProps = {
  to: string
  label: string
  /** Undefined while it loads. */
  count: number | null | undefined
  failed: boolean
  color?: "red" | "orange"
  text?: (count: number) => string
}

function Item({ to, label, count, failed, color = "red", text }: ItemProps) {
  const { t } = useTexts()
  const format = useTexts()
  const known = count ?? null
  return (
    <li className="flex items-center justify-between gap-x-4 px-6 py-3">
      <AdminLink to={to}>{label}</AdminLink>
      {known !== null ? (
        <StatusBadge color={known > 0 ? color : "green"}>
          {text ? text(known) : format.count(known)}
        </StatusBadge>
      ) : (
        <Text size="small" className="text-ui-fg-subtle">
          {failed ? t("overview.attention.unknown") : t("health.checking")}
        </Text>
      )}
    </li>
  )
}
