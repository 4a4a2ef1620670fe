import { Tabs, Text } from "@medusajs/ui"
import {
  OVERVIEW_GROUPS,
  type OverviewGroup,
  type AdminNotShownMoney,
} from "../../../http-types"
import { networkName } from "../on-chain"
import { Nothing, Section } from "../section"
import { ReceivedChart } from "./received-chart"
import type { Overview } from "./figures"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../links"

type ReceivedMoneyProps = {
  overview: Overview
  onGroup: (by: OverviewGroup) => void
}

/** The money received by day, as a chart and as figures. */
export function ReceivedMoney({ overview, onGroup }: ReceivedMoneyProps) {
  const { t } = useTexts()
  const { by, groups, timezone } = overview
  const nameOf = (key: string | null) =>
    key === null
      ? t("overview.received.unknownNetwork")
      : by === "currency"
        ? key
        : networkName(key)
  return (
    <Tabs
      value={by}
      onValueChange={(value) =>
        onGroup(value === "chain" ? "chain" : "currency")
      }
    >
      <Section
        title={t("overview.received.title")}
        actions={
          <Tabs.List aria-label={t("overview.received.by")}>
            {OVERVIEW_GROUPS.map((group) => (
              <Tabs.Trigger key={group} value={group}>
                {t(`overview.received.${group}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Content value={by} className="divide-y">
          {groups.length === 0 ? (
            <Nothing>{t("overview.received.empty")}</Nothing>
          ) : (
            <ReceivedChart key={by} overview={overview} nameOf={nameOf} />
          )}
          <NotShownMoney sums={overview.not_shown} />
          <Text size="small" className="text-ui-fg-subtle px-6 py-3">
            {t("overview.received.zone", { timezone })}
          </Text>
        </Tabs.Content>
      </Section>
    </Tabs>
  )
}

const FILTER = encodeURIComponent(JSON.stringify(["not_found", "contradicted"]))

/** A warning about received money that the network does not show. */
function NotShownMoney({ sums }: { sums: AdminNotShownMoney[] }) {
  const { t, coins, list } = useTexts()
  return sums.length > 0 ? (
    <div className="bg-ui-tag-orange-bg flex flex-wrap items-center justify-between gap-2 px-6 py-3">
      <Text size="small" className="text-ui-tag-orange-text">
        {t("overview.received.notShown", {
          sums: list(sums.map((sum) => coins(sum.amount, sum.currency))),
        })}
      </Text>
      <AdminLink to={`/stablecoin/payments?proof_status=${FILTER}`}>
        {t("overview.received.notShownPayments")}
      </AdminLink>
    </div>
  ) : null
}
