import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Button, Code, Container, Heading, Text } from "@medusajs/ui"
import { Trans } from "react-i18next"
import { Link } from "react-router-dom"
import { namedBy, pageOf } from "../../../components/admin-page"
import { CheckRow, StatusIcon } from "../../../components/health/check-row"
import { Loaded } from "../../../components/query-states"
import { type AdminHealthCheck, HEALTH_STATUSES } from "../../../../http-types"
import { useFreshHealth } from "../../../lib/read"
import { useTexts } from "../../../lib/use-texts"

/** Checks everything that payments need, as `doctor` does in a terminal. */
function HealthChecks() {
  const { t, dateTime } = useTexts()
  const query = useFreshHealth()
  const { refetch, isFetching } = query
  const health = query.data?.health
  return (
    <div className="flex flex-col gap-y-3">
      <Container className="divide-y p-0">
        <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
          <div>
            <Heading>{t("health.title")}</Heading>
            <Text size="small" className="text-ui-fg-subtle">
              {t("health.text")}
            </Text>
          </div>
          <div className="flex items-center gap-x-2">
            <Button size="small" variant="transparent" asChild>
              <Link to="/settings/stablecoin">{t("health.settings")}</Link>
            </Button>
            <Button
              size="small"
              variant="secondary"
              isLoading={isFetching}
              onClick={() => void refetch()}
            >
              {t("health.refresh")}
            </Button>
          </div>
        </div>
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
