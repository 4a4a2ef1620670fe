import { Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import {
  type AdminOverviewParams,
  OVERVIEW_DAYS,
  OVERVIEW_MODES,
} from "../../../http-types"
import { Choice } from "../choice"
import { Strip } from "../settings/mode-strip"
import type { Overview } from "./use-overview"

type OverviewHeaderProps = {
  overview: Overview | undefined
  choose: (choice: Pick<AdminOverviewParams, "days" | "mode">) => void
}

/** The page's title, and the choice of period and mode. */
export function OverviewHeader({ overview, choose }: OverviewHeaderProps) {
  const { t } = useTranslation("stablecoin")
  return (
    <Container className="overflow-hidden p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-6 py-4">
        <div>
          <Heading>{t("overview.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("overview.text")}
          </Text>
        </div>
        {overview && (
          <div className="flex items-center gap-x-2">
            <Choice
              label={t("common.fields.mode")}
              value={overview.mode}
              values={OVERVIEW_MODES}
              nameOf={(mode) => t(`common.mode.${mode}`)}
              className="w-auto gap-x-2"
              onChange={(mode) => choose({ mode })}
            />
            <Choice
              label={t("overview.period")}
              value={overview.days}
              values={OVERVIEW_DAYS}
              nameOf={(days) => t("overview.days", { days })}
              className="w-auto gap-x-2"
              onChange={(days) => choose({ days })}
            />
          </div>
        )}
      </div>
      {overview?.mode === "test" && (
        <Strip kind="test" name={t("common.mode.test")}>
          {t("overview.testMoney")}
        </Strip>
      )}
    </Container>
  )
}
