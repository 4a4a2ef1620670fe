import type { DataTableFilter } from "@medusajs/ui"

/**
 * A filter with a few values. Has no search field, because the one of Medusa's
 * multiselect is English in every language.
 *
 * @param id the filter's name in the API
 */
export function choiceFilter<Value extends string>(
  id: string,
  label: string,
  values: readonly Value[],
  wordOf: (value: Value) => string
): DataTableFilter {
  return {
    id,
    label,
    type: "multiselect",
    searchable: false,
    options: values.map((value) => ({ label: wordOf(value), value })),
  }
}
