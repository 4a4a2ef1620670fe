import { Input, Label, RadioGroup } from "@medusajs/ui"
import { useId } from "react"
import { Controller, type UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type {
  AdminGeneralSettings,
  AdminSettingsChange,
} from "../../../http-types"
import type { CaptureMode, CheckoutFlow } from "../../../ledger/payment"
import { DAY, durationOf, secondsOf } from "../../lib/duration"
import type { Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { Field } from "../field"
import { FieldGroup } from "../form/field-group"
import { DrawerShell } from "../drawer-shell"
import { DrawerForm } from "../form/drawer-form"

type Props = { settings: Settings; onClose: () => void }

type Typed = {
  checkout_flow: CheckoutFlow
  capture: CaptureMode
  pending_ttl: { hours: string; minutes: string }
  /** In days. */
  webhook_retention: string
  /** In days. */
  unpaid_payment_retention: string
  item_name: string
  max_open_payments: string
  max_starts_per_minute: string
}

const INPUTS = {
  item_name: { type: "text" },
  max_open_payments: { type: "number", min: 7 },
  max_starts_per_minute: { type: "number", min: 0 },
  webhook_retention: { type: "number", min: 1 },
  unpaid_payment_retention: { type: "number", min: 90 },
} as const
const INPUT_NAMES = Object.keys(INPUTS) as (keyof typeof INPUTS)[]

const CHOICES = {
  checkout_flow: ["pay_first", "order_first"],
  capture: ["automatic", "manual"],
} as const

export function CheckoutDrawer({ open, ...props }: Props & { open: boolean }) {
  const { t } = useTranslation("stablecoin")
  return (
    <DrawerShell
      open={open}
      onClose={props.onClose}
      title={t("settings.checkout.title")}
      description={t("settings.checkout.text")}
    >
      <CheckoutForm {...props} />
    </DrawerShell>
  )
}

function CheckoutForm({ settings, onClose }: Props) {
  const { t } = useTranslation("stablecoin")
  const lock = useLock()
  const { general } = settings
  const before = typedOf(general)
  const { form, onSubmit, isSaving, problem } = useSettingsForm<Typed>({
    version: settings.version,
    area: "general",
    values: before,
    changeOf: (typed) => changeOf(before, typed),
    onDone: onClose,
  })
  const { errors } = form.formState
  const ttlLock = lock(general.pending_ttl)
  return (
    <DrawerForm onSubmit={onSubmit} isSaving={isSaving} problem={problem}>
      {(["checkout_flow", "capture"] as const).map((name) => (
        <Choices
          key={name}
          name={name}
          form={form}
          locked={lock(general[name])}
        />
      ))}
      <FieldGroup
        label={t("settings.field.pending_ttl")}
        hint={ttlLock ?? t("settings.hint.pending_ttl")}
        error={errors.pending_ttl?.message}
      >
        <div className="flex items-center gap-x-4">
          {(["hours", "minutes"] as const).map((unit) => (
            <Unit key={unit} label={t(`settings.checkout.${unit}`)}>
              {(id) => (
                <Input
                  id={id}
                  type="number"
                  min={0}
                  disabled={ttlLock !== undefined}
                  {...form.register(`pending_ttl.${unit}`)}
                />
              )}
            </Unit>
          ))}
        </div>
      </FieldGroup>
      {INPUT_NAMES.map((name) => {
        const locked = lock(general[name])
        return (
          <Field
            key={name}
            label={t(`settings.field.${name}`)}
            hint={locked ?? t(`settings.hint.${name}`)}
            error={errors[name]?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register(name)}
                {...INPUTS[name]}
                disabled={locked !== undefined}
              />
            )}
          </Field>
        )
      })}
    </DrawerForm>
  )
}

function Choices({
  name,
  form,
  locked,
}: {
  name: "checkout_flow" | "capture"
  form: UseFormReturn<Typed>
  locked: string | undefined
}) {
  const { t } = useTranslation("stablecoin")
  return (
    <FieldGroup
      label={t(`settings.field.${name}`)}
      hint={locked}
      error={form.formState.errors[name]?.message}
    >
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <RadioGroup
            aria-label={t(`settings.field.${name}`)}
            value={field.value}
            onValueChange={field.onChange}
            disabled={locked !== undefined}
          >
            {CHOICES[name].map((choice) => (
              <RadioGroup.ChoiceBox
                key={choice}
                value={choice}
                className="[&>div:first-child]:shrink-0"
                label={t(`settings.checkout.${choice}.name`)}
                description={t(`settings.checkout.${choice}.text`)}
              />
            ))}
          </RadioGroup>
        )}
      />
    </FieldGroup>
  )
}

function Unit({
  label,
  children,
}: {
  label: string
  children: (id: string) => React.ReactNode
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-x-2">
      <div className="w-20">{children(id)}</div>
      <Label htmlFor={id} size="small" className="text-ui-fg-subtle">
        {label}
      </Label>
    </div>
  )
}

function typedOf(general: AdminGeneralSettings): Typed {
  const { hours, minutes } = durationOf(general.pending_ttl.value ?? 0)
  return {
    checkout_flow: general.checkout_flow.value ?? "pay_first",
    capture: general.capture.value ?? "automatic",
    pending_ttl: { hours: String(hours), minutes: String(minutes) },
    webhook_retention: inDays(general.webhook_retention.value),
    unpaid_payment_retention: inDays(general.unpaid_payment_retention.value),
    item_name: general.item_name.value ?? "",
    max_open_payments: String(general.max_open_payments.value ?? ""),
    max_starts_per_minute: String(general.max_starts_per_minute.value ?? ""),
  }
}

/**
 * A cleared field removes the saved setting, so that the config or the default
 * applies.
 */
function changeOf(before: Typed, typed: Typed): AdminSettingsChange | null {
  const { hours, minutes } = typed.pending_ttl
  const general: NonNullable<AdminSettingsChange["general"]> = {
    checkout_flow: typed.checkout_flow,
    capture: typed.capture,
    pending_ttl: secondsOf(hours, minutes),
    webhook_retention: inSeconds(typed.webhook_retention),
    unpaid_payment_retention: inSeconds(typed.unpaid_payment_retention),
    item_name: typed.item_name.trim() || null,
    max_open_payments: numberOf(typed.max_open_payments),
    max_starts_per_minute: numberOf(typed.max_starts_per_minute),
  }
  for (const name of Object.keys(before) as (keyof Typed)[]) {
    if (JSON.stringify(typed[name]) === JSON.stringify(before[name])) {
      delete general[name]
    }
  }
  return Object.keys(general).length > 0 ? { general } : null
}

function inDays(seconds: number | null): string {
  return String(Math.round((seconds ?? 0) / DAY))
}

function inSeconds(days: string): number | null {
  return days.trim() === "" ? null : Number(days) * DAY
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text)
}
