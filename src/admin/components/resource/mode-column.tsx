import type { DataTableColumnDef } from "@medusajs/ui"
import type { Texts } from "../../lib/use-format"
import { ModeText, TestBadge } from "../mode-badge"
import { BADGE, columnsOf } from "./columns"

type OfMode = { mode: string | null }

/** The column of the mode, unless the heading shows that of all rows. */
export function modeColumn<Row extends OfMode>(
  { t }: Texts,
  rows: readonly Row[]
): DataTableColumnDef<Row>[] {
  return hasOneMode(rows)
    ? []
    : [
        columnsOf<Row>()(
          "mode",
          t("common.fields.mode"),
          ({ mode }) => <ModeText mode={mode} />,
          BADGE
        ),
      ]
}

/** Marks the heading of a page whose rows are all tests. */
export function markMode(rows: readonly OfMode[]) {
  return hasOneMode(rows) && <TestBadge mode={rows[0]?.mode ?? null} />
}

function hasOneMode(rows: readonly OfMode[]): boolean {
  return new Set(rows.map(({ mode }) => mode)).size <= 1
}
