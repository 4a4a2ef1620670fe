import { Textarea } from "@medusajs/ui"
import { useController } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { PriceSource } from "../../../pricing/settings"
import { useSettings } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { DrawerForm } from "../drawer-shell"
import { CheckField, Field, FieldGroup } from "../field"
import { Nothing, Row, Rows } from "../section"
import { EditableSection } from "./editable-section"

/** The sources of prices. Those by URL are set in the config or by the API. */
export function PriceSourcesSection() {
  const { t } = useTranslation("stablecoin")
  const { sources } = useSettings().pricing
  const listed = sources.value ?? []
  return (
    <EditableSection
      title={t("settings.sources.title")}
      text={t("settings.sources.text")}
      setting={sources}
      form={(onClose) => <SourcesForm before={listed} onClose={onClose} />}
    >
      {listed.length === 0 && <Nothing>{t("settings.sources.none")}</Nothing>}
      <Rows>
        {listed.map((source) => {
          const isNamed = source.type === "http"
          const name = isNamed
            ? source.name
            : t(`settings.sources.${source.type}`)
          return (
            <Row key={name} label={name}>
              {source.type === "fixed" ? (
                <span className="whitespace-pre-line">
                  {linesOf(source.rates)}
                </span>
              ) : (
                source.url
              )}
            </Row>
          )
        })}
      </Rows>
    </EditableSection>
  )
}

type Typed = { ecb: boolean; fixed: string }

function SourcesForm({
  before,
  onClose,
}: {
  before: readonly PriceSource[]
  onClose: () => void
}) {
  const { t } = useTranslation("stablecoin")
  const fixed = before.find(({ type }) => type === "fixed")
  const { form, ...drawer } = useSettingsForm({
    area: "pricing",
    values: {
      ecb: before.some(({ type }) => type === "ecb"),
      fixed: fixed?.type === "fixed" ? linesOf(fixed.rates) : "",
    },
    settingsOf: (typed: Typed) => ({ sources: sourcesOf(before, typed) }),
    onDone: onClose,
  })
  const { field } = useController({ control: form.control, name: "ecb" })
  return (
    <DrawerForm {...drawer}>
      <FieldGroup
        label={t("settings.sources.ecb")}
        hint={t("settings.sources.ecbHint")}
      >
        <CheckField label={t("settings.sources.use")} {...field} />
      </FieldGroup>
      <Field
        label={t("settings.sources.fixed")}
        hint={t("settings.sources.fixedHint")}
      >
        {(control) => (
          <Textarea {...control} {...form.register("fixed")} rows={3} />
        )}
      </Field>
    </DrawerForm>
  )
}

/** The sources by URL stay as they are. */
function sourcesOf(
  before: readonly PriceSource[],
  { ecb, fixed }: Typed
): PriceSource[] {
  const rates = Object.fromEntries(
    fixed
      .split("\n")
      .map((line) => line.trim().split(/[\s:=]+/))
      .filter(([code]) => code)
      .map(([code = "", value = ""]) => [code.toLowerCase(), value])
  )
  const known = before.find(({ type }) => type === "ecb")
  return [
    ...(ecb ? [known ?? { type: "ecb" as const }] : []),
    ...(fixed.trim() ? [{ type: "fixed" as const, rates }] : []),
    ...before.filter(({ type }) => type === "http"),
  ]
}

function linesOf(rates: Readonly<Record<string, string>>): string {
  return Object.entries(rates)
    .map(([code, value]) => `${code.toUpperCase()} ${value}`)
    .join("\n")
}
