import { Tabs, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { OVERVIEW_GROUPS, type OverviewGroup } from "../../../http-types"
import { networkName } from "../on-chain"
import { Nothing, Section } from "../section"
import { NotShownMoney } from "./not-shown-money"
import { ReceivedChart } from "./received-chart"
import type { Overview } from "./use-overview"

type ReceivedMoneyProps = {
  overview: Overview
  onGroup: (by: OverviewGroup) => void
}

/** The money received by day, as a chart and as figures. */
export function ReceivedMoney({ overview, onGroup }: ReceivedMoneyProps) {
  const { t } = useTranslation("stablecoin")
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
