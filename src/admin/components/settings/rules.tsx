import { takenIn } from "../../../settings"
import { type Region, useRegions, useSettings } from "../../lib/settings"
import { useMessage } from "../../lib/use-message"
import { useTexts } from "../../lib/use-texts"
import { networkName } from "../code-text"
import { Nothing } from "../section"
import { SmallTable } from "../small-table"
import { EditableSection } from "./editable-section"
import { RulesForm } from "./rules-form"

/** The coins and amounts of each region, which follow from the rules. */
export function RulesSection() {
  const { t } = useTexts()
  const { data: regions = [], error } = useRegions()
  const message = useMessage()
  const rowsOf = useRowsOf()
  return (
    <EditableSection
      title={t("settings.rules.title")}
      text={t("settings.rules.text")}
      setting={useSettings().general.rules}
      form={(onClose) => <RulesForm {...{ regions, onClose }} />}
    >
      {error && <Nothing>{message(error)}</Nothing>}
      <SmallTable
        label={t("settings.rules.title")}
        header={[
          t("settings.rules.region"),
          t("settings.rules.chain"),
          t("settings.coins.title"),
          t("common.fields.amount"),
        ]}
        rows={regions.flatMap(rowsOf)}
      />
    </EditableSection>
  )
}

/** The rows of a region: one for all networks that take the same. */
function useRowsOf() {
  const { t, amount } = useTexts()
  const { general, onchain } = useSettings()
  const { rules, currencies } = general
  return ({ id, name, currency_code }: Region) =>
    takenIn(
      rules.value ?? [],
      id,
      currencies.value?.[currency_code] ?? [],
      onchain.chains.value ?? {}
    ).map(({ networks, limits: { coins, min, max } }, index, { length }) => [
      index === 0 && name,
      <span key="networks" className="block py-2">
        {length === 1
          ? t("settings.rules.all.networks")
          : networks
              .map((code) =>
                code ? networkName(code) : t("common.rail.hosted")
              )
              .join(", ")}
      </span>,
      <span key="coins" className="whitespace-nowrap">
        {coins.join(", ") || t("settings.no")}
      </span>,
      <span key="amounts" className="whitespace-nowrap">
        {t(`settings.rules.${Number(min) ? "from" : "any"}${max ? "To" : ""}`, {
          min: amount(min ?? "0"),
          max: amount(max ?? "0"),
        })}
      </span>,
    ])
}
