import { Button } from "@medusajs/ui"
import { keepPreviousData } from "@tanstack/react-query"
import { useState, useCallback } from "react"
import type { AdminSettingChangesResponse } from "../../../http-types"
import { useRead } from "../../lib/read"
import { SETTINGS_PATH } from "../../lib/settings"
import { useTexts } from "../../lib/use-texts"
import { LoadError } from "../query-states"
import { Nothing, Section } from "../section"
import { hasKey } from "../../lib/has-key"
import en from "../../i18n/en/settings.json"
import { isRail } from "../../../ledger/rails"

const PAGE = 5

/** Lists changes of settings, with user and time. */
export function ChangesSection() {
  const { t, dateTime } = useTexts()
  const fieldName = useFieldName()
  const [limit, setLimit] = useState(PAGE)
  const { data, error, refetch, isFetching } =
    useRead<AdminSettingChangesResponse>(`${SETTINGS_PATH}/changes`, {
      query: { limit, offset: 0 },
      placeholderData: keepPreviousData,
    })
  return (
    <Section title={t("settings.changes.title")}>
      {error && !data && (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
      {data?.changes.length === 0 && (
        <Nothing>{t("settings.changes.none")}</Nothing>
      )}
      {data && data.changes.length > 0 && (
        <ol className="divide-y">
          {data.changes.map((change) => (
            <li key={change.id} className="flex flex-col gap-y-1 px-6 py-3">
              <p className="txt-compact-small">
                {change.fields.map(fieldName).join(", ")}
              </p>
              <p className="txt-compact-xsmall text-ui-fg-subtle">
                {t("settings.changes.by", {
                  who: change.actor ?? t("settings.changes.gone"),
                  when: dateTime(change.created_at),
                })}
              </p>
            </li>
          ))}
        </ol>
      )}
      {data && data.count > data.changes.length && (
        <div className="px-6 py-3">
          <Button
            size="small"
            variant="transparent"
            isLoading={isFetching}
            onClick={() => setLimit(limit + 4 * PAGE)}
          >
            {t("settings.changes.more")}
          </Button>
        </div>
      )}
    </Section>
  )
}

/**
 * The label of a path such as `onchain.base_url`. Also covers
 * `confirmed:live`, which is not a field but part of some changes.
 */
function useFieldName() {
  const { t } = useTexts()
  return useCallback(
    (path: string): string => {
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
    },
    [t]
  )
}
