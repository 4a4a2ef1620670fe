import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { pathOf } from "../setup/commands/run-proxy"
import { snippetsOf } from "../setup/commands/snippets"

const PAGE = "docs/receiver.md"
const NAME = "stablecoin-receiver"
/** Where the page's store has the command. */
const COMMAND =
  "/srv/store/.medusa/server/node_modules/.bin/medusa-payment-stablecoin"

const program = pathOf("systemd-analyze")
if (!program && process.env.CI !== "true") {
  process.stderr.write(
    `${PAGE}: there is no systemd-analyze to verify its units with.\n`
  )
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-units-"))
})
afterEach(async () => await rm(folder, { recursive: true }))

describe("the units of systemd", () => {
  const units = snippetsOf(PAGE).filter(({ info }) => info === "ini")
  const [socket = "", service = ""] = units.map(({ code }) => code)

  it.skipIf(!program && process.env.CI !== "true")(
    "have only keys and values that systemd takes",
    async () => {
      if (!program) {
        throw new Error("There is no systemd-analyze. .ci/run installs it.")
      }
      expect(service).toContain(COMMAND)
      const files = {
        [`${NAME}.socket`]: socket,
        [`${NAME}.service`]: service.replace(COMMAND, process.execPath),
      }
      for (const [name, text] of Object.entries(files)) {
        await writeFile(join(folder, name), text)
      }
      const { stderr } = await promisify(execFile)(
        program,
        ["verify", "--man=no", ...Object.keys(files)],
        { cwd: folder }
      )
      // It also verifies the machine's own units.
      const warnings = stderr.split("\n").filter((line) => line.includes(NAME))
      expect(warnings).toEqual([])
    }
  )

  it("start again after any number of failed starts, so that the socket never fails", () => {
    const [, unit = "", running = ""] = service.split(/^\[\w+\]$/m)
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(running).toMatch(/^Restart=always$/m)
    expect(running).toMatch(/^RestartSec=1$/m)
  })

  it("end the process that started the others first", () => {
    expect(service).toMatch(/^KillMode=mixed$/m)
  })
})
