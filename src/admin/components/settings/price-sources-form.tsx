import { Plus, Trash } from "@medusajs/icons"
import { IconButton } from "@medusajs/ui"
import { useFieldArray, type UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { PriceSource } from "../../../pricing/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { DrawerForm } from "../drawer-shell"
import { CheckboxField } from "../choice-fields"
import { FieldGroup, TextField } from "../field"
import { SmallButton } from "../small-button"

/** A new source by URL. Its maximum age is in minutes. */
const NEW = { name: "", url: "", pointer: "", maxAge: "", coins: false }

/** `sources` are those by URL, as the API names their errors. */
type Typed = { sources: (typeof NEW)[]; ecb: boolean; fixed: string }

type FormProps = { before: readonly PriceSource[]; onClose: () => void }

export function PriceSourcesForm({ before, onClose }: FormProps) {
  const { t } = useTranslation("stablecoin")
  const { form, ...drawer } = useSettingsForm({
    area: "pricing",
    values: typedOf(before),
    settingsOf: (typed: Typed) => ({ sources: sourcesOf(before, typed) }),
    onDone: onClose,
  })
  const { control } = form
  const { fields, append, remove } = useFieldArray({ control, name: "sources" })
  return (
    <DrawerForm {...drawer}>
      <CheckboxField
        {...{ form, name: "ecb", label: t("settings.sources.ecb") }}
        hint={t("settings.sources.ecbHint")}
      />
      <TextField
        {...{ form, name: "fixed", rows: 3 }}
        label={t("settings.sources.fixed")}
        hint={t("settings.sources.fixedHint")}
      />
      {fields.map(({ id }, index) => (
        <UrlSourceFields
          key={id}
          {...{ form, index }}
          onRemove={() => {
            remove(index)
            form.setFocus("fixed")
          }}
        />
      ))}
      <SmallButton className="self-start" onClick={() => append(NEW)}>
        <Plus aria-hidden />
        {t("settings.sources.add")}
      </SmallButton>
    </DrawerForm>
  )
}

const TEXTS = ["name", "url", "pointer", "maxAge"] as const

type UrlSourceFieldsProps = {
  form: UseFormReturn<Typed>
  index: number
  onRemove: () => void
}

function UrlSourceFields({ form, index, onRemove }: UrlSourceFieldsProps) {
  const { t } = useTranslation("stablecoin")
  const name = form.watch(`sources.${index}.name`)
  return (
    <FieldGroup label={t("settings.sources.byUrl", { name })}>
      <div className="shadow-elevation-card-rest relative flex flex-col gap-y-4 rounded-lg p-4">
        {TEXTS.map((part) => (
          <TextField
            key={part}
            {...{ form, name: `sources.${index}.${part}` }}
            label={t(`settings.sources.part.${part}`)}
            hint={t(`settings.sources.partHint.${part}`)}
          />
        ))}
        <CheckboxField
          {...{ form, name: `sources.${index}.coins` }}
          label={t("settings.sources.part.coins")}
        />
        <IconButton
          type="button"
          size="small"
          variant="transparent"
          className="absolute end-2 top-2"
          aria-label={t("settings.sources.remove", { name })}
          onClick={onRemove}
        >
          <Trash className="text-ui-fg-subtle" />
        </IconButton>
      </div>
    </FieldGroup>
  )
}

function typedOf(sources: readonly PriceSource[]): Typed {
  const fixed = sources.find(({ type }) => type === "fixed")
  return {
    ecb: sources.some(({ type }) => type === "ecb"),
    fixed: fixed?.type === "fixed" ? linesOf(fixed.rates) : "",
    sources: sources.flatMap((source) =>
      source.type === "http"
        ? {
            ...{ ...NEW, ...source },
            maxAge: source.maxAge ? String(source.maxAge / 60) : "",
          }
        : []
    ),
  }
}

/** Those by URL come first, so that errors have their index. */
function sourcesOf(
  before: readonly PriceSource[],
  { ecb, fixed, sources }: Typed
): PriceSource[] {
  const rates = Object.fromEntries(
    fixed
      .split("\n")
      .map((line) => line.trim().split(/[\s:=]+/))
      .filter(([code]) => code)
      .map(([code = "", value = ""]) => [code.toLowerCase(), value])
  )
  // It may have an address or an age of its own, from the API.
  const known = before.find(({ type }) => type === "ecb")
  return [
    ...sources.map(({ name, url, pointer, maxAge, coins }) => ({
      type: "http" as const,
      ...{ name, url, pointer },
      ...(maxAge.trim() && { maxAge: Math.round(Number(maxAge) * 60) }),
      ...(coins && { coins }),
    })),
    ...(ecb ? [known ?? { type: "ecb" as const }] : []),
    ...(fixed.trim() ? [{ type: "fixed" as const, rates }] : []),
  ]
}

export function linesOf(rates: Readonly<Record<string, string>>): string {
  return Object.entries(rates)
    .map(([code, value]) => `${code.toUpperCase()} ${value}`)
    .join("\n")
}
