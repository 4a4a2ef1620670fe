/**
 * Compiles the contracts into compiled.json. The compiler is installed for this
 * command only:
 *
 *   npx -y -p solc@0.8.37 tsx tools/harness/chain/contracts/compile.ts
 */
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { readSources, sourcesDigest } from "./sources"

const sources = readSources(__dirname)
const { stdout } = spawnSync("solcjs", ["--standard-json"], {
  encoding: "utf8",
  input: JSON.stringify({
    language: "Solidity",
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, content]) => [name, { content }])
    ),
    settings: {
      optimizer: { enabled: true },
      // Without a hash of the source at its end, which differs by its comments.
      metadata: { appendCBOR: false },
      outputSelection: { "*": { "*": ["evm.bytecode.object"] } },
    },
  }),
})

type Compiled = { evm: { bytecode: { object: string } } }
// A line of the compiler's own may precede its answer.
const { contracts, errors } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
  contracts: Record<string, Record<string, Compiled>>
  errors?: { formattedMessage: string }[]
}
if (errors) {
  throw new Error(errors.map((each) => each.formattedMessage).join("\n"))
}
const bytecodes = Object.values(contracts).flatMap((file) =>
  Object.entries(file).map(
    ([name, { evm }]) => [name, `0x${evm.bytecode.object}`] as const
  )
)
const compiled = {
  sources: sourcesDigest(sources),
  bytecode: Object.fromEntries(bytecodes),
}
writeFileSync(
  join(__dirname, "compiled.json"),
  `${JSON.stringify(compiled, null, 2)}\n`
)
