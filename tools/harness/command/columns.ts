/** The width of each column. */
export function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  )
}

/** A row as a line: the first column to the left, the others to the right. */
export function aligned(
  row: readonly string[],
  widths: readonly number[]
): string {
  return row
    .map((cell, column) =>
      column === 0
        ? cell.padEnd(widths[column] ?? 0)
        : cell.padStart(widths[column] ?? 0)
    )
    .join("  ")
    .trimEnd()
}
