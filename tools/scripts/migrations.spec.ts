import { readdirSync, readFileSync } from "node:fs"
import { migrationProblems } from "./migrations"

const FOLDER = "src/modules/stablecoin/migrations"

const TIMEOUT = "SET LOCAL lock_timeout = '3s';"
const SAFE = 'CREATE INDEX IF NOT EXISTS "by_a" ON "t" (a);'
const UPGRADE = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "by_a" ON "t" (a);'

describe("a migration keeps a running store running", () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith(".ts")))(
    "%s",
    (name) => {
      const source = readFileSync(`${FOLDER}/${name}`, "utf8")
      const changelog = readFileSync("CHANGELOG.md", "utf8")
      expect(migrationProblems(source, changelog)).toEqual([])
    }
  )

  it.each([
    ["of a new table", `create table "t" (a int); ${SAFE}`, ""],
    ["that a large store builds before", TIMEOUT + SAFE, UPGRADE],
  ])("accepts an index %s", (_, source, changelog) => {
    expect(migrationProblems(source, changelog)).toEqual([])
  })

  it.each([
    ["no store can build before", TIMEOUT + SAFE, ""],
    ["waits for its lock without limit", SAFE, UPGRADE],
    ["limits only later locks", SAFE + TIMEOUT, UPGRADE],
    ["fails once built", `${TIMEOUT}CREATE INDEX "by_a" ON "t" (a);`, UPGRADE],
    ["fails in a transaction", TIMEOUT + UPGRADE, UPGRADE],
  ])("refuses an index that %s", (_, source, changelog) => {
    expect(migrationProblems(source, changelog)).toHaveLength(1)
  })
})
