import { defineRouteConfig } from "@medusajs/admin-sdk"
import {
  CheckCircleSolid,
  ExclamationCircleSolid,
  XCircleSolid,
} from "@medusajs/icons"
import { Button, clx, Code, Container, Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import {
  type AdminHealthCheck,
  HEALTH_STATUSES,
  type HealthStatus,
} from "../../../../http-types"
import { namedBy, pageOf } from "../../../components/admin-page"
import { Loaded } from "../../../components/query-states"
import { useHealth } from "../../../lib/read"
import { useFindings } from "../../../lib/use-findings"
import { useTexts } from "../../../lib/use-texts"
import { PageHeader } from "../../../components/section"
import { SmallButton } from "../../../components/small-button"

/** Checks everything that payments need, as `doctor` does in a terminal. */
function HealthChecks() {
  const { t, dateTime } = useTexts()
  const query = useHealth({ query: { fresh: true } })
  const { refetch, isFetching } = query
  const health = query.data?.health
  return (
    <div className="flex flex-col gap-y-3">
      <Container className="divide-y p-0">
        <PageHeader title={t("health.title")} text={t("health.text")}>
          <div className="flex items-center gap-x-2">
            <Button size="small" variant="transparent" asChild>
              <Link to="/settings/stablecoin">{t("health.settings")}</Link>
            </Button>
            <SmallButton isLoading={isFetching} onClick={() => void refetch()}>
              {t("health.refresh")}
            </SmallButton>
          </div>
        </PageHeader>
        <div role="status">
          {health && !isFetching && (
            <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-3">
              <span className="flex items-center gap-x-3">
                <StatusIcon status={health.status} />
                <p className="txt-compact-small-plus">
                  {t(`health.overall.${health.status}`)}
                </p>
              </span>
              <p className="txt-compact-small text-ui-fg-subtle">
                {t("health.checkedAt", { when: dateTime(health.checked_at) })}
              </p>
            </div>
          )}
          {isFetching && (
            <p className="txt-compact-small text-ui-fg-subtle px-6 py-3">
              {t("health.checking")}
            </p>
          )}
        </div>
      </Container>
      <Loaded query={query} rows={6}>
        {({ health: { checks } }) => (
          <Container className="p-0">
            <ul className="divide-y" aria-label={t("health.title")}>
              {worstFirst(checks).map((check) => (
                <CheckRow key={check.id} check={check} />
              ))}
            </ul>
          </Container>
        )}
      </Loaded>
      <Text size="small" className="text-ui-fg-subtle px-6 py-2">
        <Trans t={t} i18nKey="health.command" components={{ code: <Code /> }} />
      </Text>
    </div>
  )
}

function worstFirst(checks: readonly AdminHealthCheck[]): AdminHealthCheck[] {
  const rank = ({ status }: AdminHealthCheck) => HEALTH_STATUSES.indexOf(status)
  return checks.toSorted((one, other) => rank(one) - rank(other))
}

export const config = defineRouteConfig({
  label: "health.title",
  translationNs: "stablecoin",
  rank: 6,
})

export const handle = namedBy((t) => t("health.title"))

export default pageOf("stablecoin_setting:read", HealthChecks)

const LOOKS = {
  ok: { Icon: CheckCircleSolid, className: "text-ui-tag-green-icon" },
  warning: {
    Icon: ExclamationCircleSolid,
    className: "text-ui-tag-orange-icon",
  },
  error: { Icon: XCircleSolid, className: "text-ui-tag-red-icon" },
} as const

export function StatusIcon({ status }: { status: HealthStatus }) {
  const { Icon, className } = LOOKS[status]
  return <Icon aria-hidden className={clx("shrink-0", className)} />
}

/** A health check: its status, its finding and the remedy. */
export function CheckRow({ check }: { check: AdminHealthCheck }) {
  const { t } = useTranslation("stablecoin")
  const { message, remedy } = useFindings()(check)
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 gap-y-1 px-6 py-3 md:grid-cols-[20px_90px_minmax(0,1fr)_minmax(0,2fr)]">
      <span className="flex h-5 items-center">
        <StatusIcon status={check.status} />
      </span>
      <p className="txt-compact-small-plus">
        {t(`health.status.${check.status}`)}
      </p>
      <p className="txt-compact-small-plus col-start-2 md:col-start-auto">
        {t(`health.check.${check.id}`)}
      </p>
      <div className="txt-small text-ui-fg-subtle col-start-2 min-w-0 break-words md:col-start-auto">
        <p>{message}</p>
        {remedy && check.status !== "ok" && (
          <p className="text-ui-fg-base mt-1">
            <strong className="txt-small-plus">{t("health.remedy")}</strong>{" "}
            {remedy}
          </p>
        )}
      </div>
    </li>
  )
}
