import { Trash } from "@medusajs/icons"
import { Button, Input, Text } from "@medusajs/ui"
import type { FieldErrors } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { type Rule, rulePresets, withRule } from "../../../settings"
import { type Region, useSettings } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { CHAINS, STABLECOINS } from "../../lib/words"
import { networkName } from "../code-text"
import { DrawerForm } from "../drawer-shell"
import { decimalOf } from "../exceptions/resolve-values"
import { CheckField } from "../choice-fields"
import { Choice, Field, FieldGroup } from "../field"
import { toggled } from "./coins"

type RulesFormProps = { regions: readonly Region[]; onClose: () => void }

/** Edits the rules, and adds the common ones. */
export function RulesForm({ regions, onClose }: RulesFormProps) {
  const { t } = useTranslation("stablecoin")
  const { form, ...drawer } = useSettingsForm({
    area: "general",
    values: { rules: useSettings().general.rules.value ?? [] },
    settingsOf: ({ rules }) => ({ rules: rules.map(withoutBlanks) }),
    onDone: onClose,
  })
  const rules = form.watch("rules")
  const save = (changed: Rule[]) => form.setValue("rules", changed)
  const { rules: errors } = form.formState.errors
  const presets = rulePresets(regions)
  const regionNames = new Map(regions.map(({ id, name }) => [id, name]))
  for (const { region } of rules) {
    if (region && !regionNames.has(region)) {
      // None is known while they load, or where the user may not read them.
      const name = regions.length > 0 && t("settings.rules.deleted", { region })
      regionNames.set(region, name || region)
    }
  }
  const names: Names = {
    region: Object.fromEntries(regionNames),
    chain: Object.fromEntries(CHAINS.map((code) => [code, networkName(code)])),
  }
  return (
    <DrawerForm {...drawer} problem={errors?.message ?? drawer.problem}>
      <div className="flex flex-wrap gap-2">
        {(["add", "eu", "ethereum"] as const).map((name) => (
          <Button
            key={name}
            type="button"
            size="small"
            variant="secondary"
            disabled={name === "eu" && presets.eu.length === 0}
            onClick={() =>
              save(
                name === "add"
                  ? [...rules, {}]
                  : presets[name].reduce(withRule, rules)
              )
            }
          >
            {t(`settings.rules.preset.${name}`)}
          </Button>
        ))}
      </div>
      <Text size="small" className="text-ui-fg-subtle">
        {t("settings.rules.hint")}
      </Text>
      {rules.map((rule, index) => (
        <fieldset
          key={index}
          aria-label={t("settings.rules.rule", { number: index + 1 })}
          className="grid grid-cols-2 gap-4 rounded-lg border p-4"
        >
          <RuleFields
            {...{ rule, names }}
            errors={errors?.[index]}
            onChange={(part) => save(rules.with(index, { ...rule, ...part }))}
          />
          <Button
            type="button"
            size="small"
            variant="transparent"
            className="self-end justify-self-end"
            onClick={() => save(rules.toSpliced(index, 1))}
          >
            <Trash aria-hidden />
            {t("settings.rules.remove")}
          </Button>
        </fieldset>
      ))}
    </DrawerForm>
  )
}

/** Names by the values that a rule may have. */
type Names = Record<"region" | "chain", Record<string, string>>

type RuleFieldsProps = {
  rule: Rule
  names: Names
  errors?: FieldErrors<Rule>
  onChange: (part: Rule) => void
}

/** The choice of a rule that names no region or network. */
const ALL = "all"

function RuleFields({ rule, names, errors, onChange }: RuleFieldsProps) {
  const { t } = useTranslation("stablecoin")
  const coins = rule.coins ?? []
  return (
    <>
      {(["region", "chain"] as const).map((field) => (
        <FieldGroup key={field} label={t(`settings.rules.${field}`)}>
          <Choice
            label={t(`settings.rules.${field}`)}
            value={rule[field] ?? ALL}
            values={[ALL, ...Object.keys(names[field])]}
            nameOf={(of) =>
              names[field][of] ?? t(`settings.rules.all.${field}`)
            }
            onChange={(of) =>
              onChange({ [field]: of === ALL ? undefined : of })
            }
          />
        </FieldGroup>
      ))}
      {(["min", "max"] as const).map((field) => (
        <Field
          key={field}
          label={t(`settings.rules.${field}`)}
          error={errors?.[field]?.message}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={rule[field] ?? ""}
              onChange={({ target }) =>
                onChange({ [field]: decimalOf(target.value) })
              }
            />
          )}
        </Field>
      ))}
      <FieldGroup label={t("settings.coins.title")}>
        <div className="flex gap-x-4">
          {STABLECOINS.map((coin) => (
            <CheckField
              key={coin}
              label={coin}
              value={coins.includes(coin)}
              onChange={(isChosen) =>
                onChange({ coins: toggled(coins, coin, isChosen) })
              }
            />
          ))}
        </div>
      </FieldGroup>
    </>
  )
}

/** A rule as the API takes it. */
function withoutBlanks(rule: Rule): Rule {
  return Object.fromEntries(
    Object.entries(rule).filter(([, value]) => value?.length)
  )
}
