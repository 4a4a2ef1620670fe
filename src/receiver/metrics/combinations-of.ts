/** Every combination of the values of some labels. */
export function combinationsOf(
  labels: Readonly<Record<string, readonly string[]>>
): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (sets, [label, values]) =>
      sets.flatMap((set) =>
        values.map((value) => ({ ...set, [label]: value }))
      ),
    [{}]
  )
}
