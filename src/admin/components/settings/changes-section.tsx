import { isRail } from "../../../ledger/rails"
import en from "../../i18n/en/settings.json"
import { hasKey } from "../../lib/has-key"
import { useSettings } from "../../lib/settings"
import { type Texts, useTexts } from "../../lib/use-texts"
import { By } from "../by"
import { Note, Section } from "../section"

export function ChangesSection() {
  const { t, dateTime } = useTexts()
  const { changes } = useSettings()
  return (
    <Section title={t("settings.changes.title")}>
      {changes.length === 0 && <Note>{t("settings.changes.none")}</Note>}
      <ol className="divide-y empty:hidden">
        {changes.map(({ id, fields, actor_id, created_at }) => (
          <li key={id} className="flex flex-col gap-y-1 px-6 py-3">
            <p className="txt-compact-small">
              {fields.map((path) => fieldName(t, path)).join(", ")}
            </p>
            <p className="txt-compact-xsmall text-ui-fg-subtle">
              <By id={actor_id} />, {dateTime(created_at)}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/**
 * The label of a path such as `onchain.base_url`. Also covers
 * `confirmed:live`, which is not a field but part of some changes.
 */
function fieldName(t: Texts["t"], path: string): string {
  const confirmed = path.replace(/^confirmed:/, "")
  if (confirmed !== path && hasKey(en.changes.confirmed, confirmed)) {
    return t(`settings.changes.confirmed.${confirmed}`)
  }
  const [area, name] = path.split(".")
  if (!hasKey(en.field, name)) {
    return path
  }
  const field = t(`settings.field.${name}`)
  return isRail(area) ? `${t(`common.rail.${area}`)}: ${field}` : field
}
