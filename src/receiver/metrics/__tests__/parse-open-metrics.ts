type Family = { name: string; type: string; samples: Sample[] }
type Sample = { name: string; labels: Record<string, string>; value: number }

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*"
const ESCAPED = String.raw`(?:[^"\\\n]|\\[n"\\])*`
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="${ESCAPED}"`
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|[Ii]nf|[Nn]a[Nn])`
const METADATA = new RegExp(`^# (TYPE|HELP|UNIT) (${NAME}) (${ESCAPED})$`)
const SAMPLE = new RegExp(
  `^(${NAME})(?:\\{((?:${LABEL}(?:,${LABEL})*)?)\\})? (${NUMBER})$`
)

/** Suffixes of a metric's samples, by its type. */
const SUFFIXES: Record<string, readonly string[]> = {
  counter: ["_total"],
  gauge: [""],
  histogram: ["_bucket", "_count", "_sum"],
}

/**
 * Reads metrics by the grammar and the rules of OpenMetrics 1.0.
 *
 * @throws at the first line that breaks one
 */
export function parseOpenMetrics(text: string): OpenMetrics {
  const lines = text.split("\n")
  if (lines.pop() !== "" || lines.pop() !== "# EOF") {
    throw new Error("The last line is not # EOF.")
  }
  const families: Family[] = []
  const names = new Set<string>()
  const metadata = new Set<string>()
  for (const line of lines) {
    const [, keyword, of = "", what = ""] = METADATA.exec(line) ?? []
    const current = families.at(-1)
    if (!keyword) {
      readSample(line, current)
      continue
    }
    check(line, !metadata.has(`${keyword} ${of}`), "is repeated")
    metadata.add(`${keyword} ${of}`)
    if (keyword === "TYPE") {
      check(line, what in SUFFIXES, "has an unknown type")
      for (const suffix of new Set(["", ...SUFFIXES[what]!])) {
        check(line, !names.has(of + suffix), "has the name of another family")
        names.add(of + suffix)
      }
      families.push({ name: of, type: what, samples: [] })
    } else if (current?.name === of) {
      check(line, current.samples.length === 0, "follows samples")
    }
  }
  families.forEach(checkValues)
  return new OpenMetrics(families)
}

function readSample(line: string, family: Family | undefined): void {
  const [match, name = "", list = "", value = ""] = SAMPLE.exec(line) ?? []
  check(line, match !== undefined, "is not a sample")
  const suffixes = SUFFIXES[family?.type ?? ""] ?? []
  check(
    line,
    suffixes.some((suffix) => name === `${family?.name}${suffix}`),
    "is not of the family above it"
  )
  const pairs = [...list.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
  const labels = Object.fromEntries(pairs.map(([, key, of]) => [key, of]))
  check(line, Object.keys(labels).length === pairs.length, "repeats a label")
  family?.samples.push({ name, labels, value: numberOf(value) })
}

function checkValues({ name, type, samples }: Family): void {
  const keys = samples.map(({ name, labels }) => keyOf(name, labels))
  check(name, new Set(keys).size === keys.length, "repeats a sample")
  if (type === "counter") {
    check(
      name,
      samples.every(({ value }) => value >= 0),
      "is negative or not a number"
    )
  }
  if (type === "histogram") {
    const counts = samples.filter((each) => each.name === `${name}_count`)
    counts.forEach(({ labels, value }) => {
      const buckets = samples.filter(
        (each) =>
          each.name === `${name}_bucket` &&
          keyOf("", { ...each.labels, le: "" }) ===
            keyOf("", { ...labels, le: "" })
      )
      const bounds = buckets.map(({ labels: { le } }) => numberOf(le ?? ""))
      const values = buckets.map((bucket) => bucket.value)
      check(name, isAscending(bounds) && isAscending(values), "has no order")
      check(name, bounds.at(-1) === Infinity, "has no last bucket")
      check(name, values.at(-1) === value, "has another count than buckets")
    })
  }
}

/** Metrics that were read. */
export class OpenMetrics {
  constructor(private readonly families: readonly Family[]) {}

  /** Type of each metric. */
  get types(): Record<string, string> {
    return Object.fromEntries(
      this.families.map(({ name, type }) => [name, type])
    )
  }

  get samples(): Sample[] {
    return this.families.flatMap(({ samples }) => samples)
  }

  /** Value of a sample; undefined if there is none. */
  value(name: string, labels: Record<string, string> = {}): number | undefined {
    const key = keyOf(name, labels)
    return this.samples.find((each) => keyOf(each.name, each.labels) === key)
      ?.value
  }

  /** Values of a sample that are not 0, by its labels' values. */
  values(name: string): Record<string, number> {
    return Object.fromEntries(
      this.samples
        .filter((each) => each.name === name && each.value !== 0)
        .map(({ labels, value }) => [Object.values(labels).join(" "), value])
    )
  }
}

function check(line: string, isValid: boolean, problem: string): void {
  if (!isValid) {
    throw new Error(`${line} ${problem}.`)
  }
}

const numberOf = (text: string): number =>
  Number(text.replace(/[Ii]nf$/, "Infinity"))

const keyOf = (name: string, labels: Record<string, string>): string =>
  JSON.stringify([name, Object.entries(labels).sort()])

const isAscending = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value >= values[index - 1]!)
