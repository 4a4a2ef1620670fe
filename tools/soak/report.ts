import { aligned, widthsOf } from "../harness/command/columns"
import type { PaymentVerdict } from "../harness/records/compare"
import type { Line } from "./judge"
import type { Soak } from "./load"
import type { Sample } from "./sample"

const PROBLEMS_SHOWN = 5

/** The figures of a run as a table, and all problems. */
export function report(
  lines: readonly Line[],
  { counts, paid, problems }: Soak,
  left: Sample,
  bad: readonly PaymentVerdict[]
): string {
  const rows = [
    ["", "start", "1st third", "2nd third", "last third", "end", "levels off"],
    ...lines.map(({ name, unit, start, end, growth }) => [
      unit ? `${name} (${unit})` : name,
      ...[start, ...growth.thirds, end].map((value) =>
        value.toFixed(unit === "MB" ? 1 : 0)
      ),
      growth.levelsOff ? "yes" : "NO",
    ]),
  ]
  const widths = widthsOf(rows)
  return [
    ...rows.map((row) => aligned(row, widths)),
    "",
    `${counts.started} purchases started, ${paid.length} paid, ${counts.left} left; ${left.orders} orders.`,
    `${counts.polls} polls, ${counts.aborted} of them ended by the visitor; ${counts.forged} forged webhooks; ${counts.passes} passes.`,
    ...bad.map(({ payment_id, why }) => `${payment_id}: ${why}`),
    ...problems.slice(0, PROBLEMS_SHOWN),
    ...(problems.length > PROBLEMS_SHOWN
      ? [`and ${problems.length - PROBLEMS_SHOWN} more problems.`]
      : []),
  ].join("\n")
}
