import { Input, Textarea } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type {
  AdminGeneralSettings,
  AdminSettingsChange,
} from "../../../http-types"
import type { Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { Field } from "../field"
import { DrawerShell } from "../drawer-shell"
import { DrawerForm } from "../form/drawer-form"

type Props = { settings: Settings; onClose: () => void }

type Typed = {
  backend_url: string
  /** One per line. */
  storefront_urls: string
  success_url: string
  cancel_url: string
}

const NAMES = [
  "backend_url",
  "storefront_urls",
  "success_url",
  "cancel_url",
] as const

export function AddressesDrawer({ open, ...props }: Props & { open: boolean }) {
  const { t } = useTranslation("stablecoin")
  return (
    <DrawerShell
      open={open}
      onClose={props.onClose}
      title={t("settings.addresses.title")}
      description={t("settings.addresses.text")}
    >
      <AddressesForm {...props} />
    </DrawerShell>
  )
}

function AddressesForm({ settings, onClose }: Props) {
  const { t } = useTranslation("stablecoin")
  const lock = useLock()
  const { general } = settings
  const before = textsOf(general)
  const { form, onSubmit, isSaving, problem } = useSettingsForm<Typed>({
    version: settings.version,
    area: "general",
    values: before,
    changeOf: (typed) => changeOf(before, typed),
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <DrawerForm
      onSubmit={onSubmit}
      isSaving={isSaving}
      problem={problem}
      isReadOnly={NAMES.every((name) => lock(general[name]))}
    >
      {NAMES.map((name) => {
        const locked = lock(general[name])
        return (
          <Field
            key={name}
            label={t(`settings.field.${name}`)}
            hint={locked ?? t(`settings.hint.${name}`)}
            error={errors[name]?.message}
          >
            {(control) =>
              name === "storefront_urls" ? (
                <Textarea
                  {...control}
                  {...form.register(name)}
                  rows={3}
                  disabled={locked !== undefined}
                />
              ) : (
                <Input
                  {...control}
                  {...form.register(name)}
                  autoComplete="off"
                  disabled={locked !== undefined}
                />
              )
            }
          </Field>
        )
      })}
    </DrawerForm>
  )
}

function textsOf(general: AdminGeneralSettings): Typed {
  return {
    backend_url: general.backend_url.value ?? "",
    storefront_urls: general.storefront_urls.value?.join("\n") ?? "",
    success_url: general.success_url.value ?? "",
    cancel_url: general.cancel_url.value ?? "",
  }
}

/**
 * A cleared field removes the saved setting, so that the config or the default
 * applies.
 */
function changeOf(before: Typed, typed: Typed): AdminSettingsChange | null {
  const changed = (Object.keys(before) as (keyof Typed)[]).filter(
    (name) => typed[name].trim() !== before[name]
  )
  const general = Object.fromEntries(
    changed.map((name) => {
      const text = typed[name].trim()
      const value = name === "storefront_urls" ? text.split(/\s+/) : text
      return [name, text === "" ? null : value]
    })
  )
  return changed.length > 0 ? { general } : null
}
