const TICKS = 4

/**
 * Values of an axis: at most six, from 0 to the first round one that is not
 * less than the largest value.
 */
export function roundTicks(most: number): number[] {
  const rough = (most || 1) / TICKS
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = unit * [1, 2, 2.5, 5, 10].find((times) => unit * times >= rough)!
  const count = Math.ceil(most / step) || 1
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
