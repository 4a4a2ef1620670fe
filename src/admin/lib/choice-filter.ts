import type { DataTableFilter } from "@medusajs/ui"

/**
 * A filter by some of a few values. Without the search field of Medusa's
 * multiselect, whose words are English in every language.
 *
 * @param id the API's name of it
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
