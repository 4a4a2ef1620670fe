import { takenIn } from "../../../settings"
import { useRegions, useSettings } from "../../lib/settings"
import { useTexts } from "../../lib/use-texts"
import { networkName } from "../code-text"
import { Note } from "../section"
import { SmallTable } from "../small-table"
import { EditableSection } from "./editable-section"
import { RulesForm } from "./rules-form"

/** The coins and amounts of each region, which follow from the rules. */
export function RulesSection() {
  const { t, amount, errorText } = useTexts()
  const { data: regions = [], error } = useRegions()
  const { general, onchain } = useSettings()
  const { rules, currencies } = general
  const title = t("settings.rules.title")
  const rows = regions.flatMap(({ id, name, currency_code }) =>
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
  )
  return (
    <EditableSection
      title={title}
      text={t("settings.rules.text")}
      setting={rules}
      form={(onClose) => <RulesForm {...{ regions, onClose }} />}
    >
      {error && <Note>{errorText(error)}</Note>}
      <SmallTable
        label={title}
        header={[
          t("settings.rules.region"),
          t("settings.rules.chain"),
          t("settings.coins.title"),
          t("common.fields.amount"),
        ]}
        rows={rows}
      />
    </EditableSection>
  )
}
