const { loadEnv } = require("@medusajs/framework/utils")
loadEnv("test", process.cwd())

const common = {
  transform: {
    "^.+\\.[jt]s$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", decorators: true },
          target: "es2022",
        },
      },
    ],
  },
  testEnvironment: "node",
  moduleFileExtensions: ["js", "ts", "json"],
  modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/.demo/"],
}

const suites = {
  unit: { testMatch: ["**/src/**/__tests__/**/*.spec.ts"] },
  modules: {
    testMatch: ["**/integration-tests/modules/**/*.spec.ts"],
  },
  http: {
    testMatch: ["**/integration-tests/http/**/*.spec.ts"],
  },
}

module.exports = { ...common, ...suites[process.env.TEST_TYPE ?? "unit"] }
