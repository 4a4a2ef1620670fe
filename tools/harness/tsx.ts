/** Options with which Node.js runs the TypeScript of this repository. */
export const TSX = [
  `--import=${require.resolve("./native-packages.mjs")}`,
  `--import=${require.resolve("tsx")}`,
]
