/** A figure sampled at regular intervals. */
export type Series = {
  name: string
  unit: "MB" | ""
  values: readonly number[]
  /** Growth between two thirds of the run that counts as noise, in the unit. */
  tolerance: number
}

export type Growth = {
  /** Medians of the three thirds of the run. */
  thirds: readonly [number, number, number]
  levelsOff: boolean
}

/** Share of first samples to skip: a process sets some things up once. */
const WARM_UP = 0.1

/** The last third may add at most this share of what the second one added. */
const SLOWER = 0.6

/** Fewest samples to judge by: three for each third. */
export const FEWEST_SAMPLES = 10

/**
 * Judges whether a series levels off. A leak adds as much in the last third of
 * the run as in the second one. A cache that fills up adds less and less.
 *
 * @throws Error for a series with too few values
 */
export function judgeGrowth({ name, values, tolerance }: Series): Growth {
  if (values.length < FEWEST_SAMPLES) {
    throw new Error(
      `${name} has ${values.length} samples: ${FEWEST_SAMPLES} are needed.`
    )
  }
  const warm = values.slice(Math.ceil(values.length * WARM_UP))
  const third = Math.floor(warm.length / 3)
  const [first, second, last] = [
    median(warm.slice(0, third)),
    median(warm.slice(third, -third)),
    median(warm.slice(-third)),
  ]
  const added = last - second
  return {
    thirds: [first, second, last],
    levelsOff: added <= tolerance || added < SLOWER * (second - first),
  }
}

/** The median, so that one sample taken in a burst of load does not decide. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
