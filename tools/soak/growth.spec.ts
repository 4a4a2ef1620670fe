import { FEWEST_SAMPLES, judgeGrowth, type Series } from "./growth"

const SAMPLES = Array.from({ length: 40 }, (_, index) => index)

function series(value: (sample: number) => number): Series {
  return {
    name: "heap",
    unit: "MB",
    values: SAMPLES.map(value),
    tolerance: 4,
  }
}

it.each<[string, (sample: number) => number, boolean]>([
  ["stays", () => 200, true],
  ["goes up and down", (at) => 200 + (at % 2) * 30, true],
  ["fills a cache", (at) => 200 + 40 * (1 - Math.exp(-at / 8)), true],
  ["shrinks", (at) => 200 - at, true],
  ["grows within the noise", (at) => 200 + at / 20, true],
  ["loads the code once", (at) => (at < 3 ? 100 : 200), true],
  ["has one burst", (at) => (at === 38 ? 900 : 200), true],
  ["leaks", (at) => 200 + at, false],
  ["leaks slowly", (at) => 200 + at / 2, false],
  ["leaks between bursts", (at) => 200 + at + (at % 3) * 20, false],
  ["leaks more and more", (at) => 200 + at ** 2 / 10, false],
  ["begins to leak late", (at) => 200 + Math.max(0, at - 25) * 3, false],
])("a process whose memory %s", (_, value, levelsOff) => {
  expect(judgeGrowth(series(value))).toMatchObject({ levelsOff })
})

it("is not judged by a few samples", () => {
  const values = SAMPLES.slice(0, FEWEST_SAMPLES - 1)
  expect(() => judgeGrowth({ ...series(() => 1), values })).toThrow(
    "heap has 9 samples: 10 are needed."
  )
})
