import type { AdminGeneralSettings } from "../../../http-types"
import { DAY, type FormSetting } from "../../../settings"
import en from "../../i18n/en/settings.json"
import { hasKey } from "../../lib/has-key"
import { useTexts } from "../../lib/use-texts"
import { SettingRow } from "./setting-row"

type Props = { setting: FormSetting; values: AdminGeneralSettings }

/** A row with the effective value of a declared setting. */
export function SettingValue({ setting, values }: Props) {
  const { t } = useTexts()
  const { name } = setting
  return (
    <SettingRow
      label={t(`settings.field.${name}`)}
      setting={values[name]}
      otherwise={
        hasKey(en.otherwise, name) ? t(`settings.otherwise.${name}`) : undefined
      }
    >
      {values[name].value === null ? null : (
        <ValueText setting={setting} values={values} />
      )}
    </SettingRow>
  )
}

/** A value that is set, by its kind. */
function ValueText({ setting, values }: Props) {
  const { t, duration } = useTexts()
  switch (setting.kind) {
    case "choice": {
      const { value } = values[setting.name]
      return value && t(`settings.choice.${value}.name`)
    }
    case "duration":
      return duration(values[setting.name].value ?? 0)
    case "days": {
      const seconds = values[setting.name].value ?? 0
      return t("settings.value.days", { count: Math.round(seconds / DAY) })
    }
    case "origins":
      return (
        <ul>
          {values[setting.name].value?.map((url) => (
            <li key={url}>{url}</li>
          ))}
        </ul>
      )
    case "number": {
      const { value } = values[setting.name]
      return value === 0 && "isZeroUnlimited" in setting
        ? t("settings.value.noLimit")
        : value
    }
    case "address":
    case "template":
      return <span className="break-all">{values[setting.name].value}</span>
    case "text":
      return values[setting.name].value
  }
}
