import js from "@eslint/js"
import tseslint from "typescript-eslint"
import { plainComments, plainTexts } from "./tools/scripts/plain-language.mjs"

const TOOLS = ["demo", "bench", "chaos", "soak", "integration-tests"]

/** Forbids imports from these folders of the repository. */
const withoutImportsOf = (files, folders, ignores = []) => ({
  files,
  ignores,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: `^\\.\\.?/(.*/)?(${folders.join("|")})/`,
            message:
              "Move shared code into tools/harness, which imports none of the others.",
          },
        ],
      },
    ],
  },
})

/** The shared code of demo, benchmarks, chaos, soak and tests is in tools/harness. */
const importRules = [
  withoutImportsOf(["tools/harness/**"], TOOLS),
  ...TOOLS.map((tool) =>
    withoutImportsOf(
      [tool === "integration-tests" ? `${tool}/**` : `tools/${tool}/**`],
      TOOLS.filter((other) => other !== tool),
      // Serves the demo's shop to the tests of that shop.
      ["integration-tests/setup/browser/admin-store.mts"]
    )
  ),
]

export default tseslint.config(
  { ignores: ["node_modules/", ".medusa/", "**/dist/"] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    plugins: {
      stablecoin: {
        rules: { "plain-comments": plainComments, "plain-texts": plainTexts },
      },
    },
    rules: { "stablecoin/plain-comments": "error" },
  },
  {
    files: [
      "src/{api,blockchain,cli,exceptions,gateway,health,ledger,modules,providers,receiver,workflows}/**/*.ts",
      "packages/sandbox/src/**/*.ts",
      "tools/{bench,chaos,demo,harness,soak}/**/*.{ts,mts}",
      "**/*.spec.{ts,tsx}",
    ],
    rules: { "stablecoin/plain-texts": "error" },
  },
  // Its orders are shipped.
  {
    files: ["tools/demo/shop/**"],
    rules: { "stablecoin/plain-comments": "off" },
  },
  {
    languageOptions: {
      parserOptions: {
        project: [
          "./tsconfig.check.json",
          "./src/admin/tsconfig.json",
          "./packages/storefront/tsconfig.json",
          "./tools/demo/shop/tsconfig.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    files: ["**/*.ts", "**/*.tsx"],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: false },
      ],
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-ignore": true }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
    },
  },
  // Keeps imports of the module to its entry points. src/index.ts is exempt: a
  // store imports it without loading Medusa.
  {
    files: [
      "src/{admin,api,blockchain,cli,exceptions,gateway,health,http-types,jobs,ledger,policies,providers}/**",
      "src/{shared,subscribers,workflows}/**",
      "packages/*/src/**",
    ],
    ignores: ["**/__tests__/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "modules/stablecoin/(?!(service|types|models/[a-z-]+)$)",
              message:
                "Import from modules/stablecoin, its service.ts, its types.ts, or a model.",
            },
            {
              group: ["viem", "viem/*"],
              message: "Stores don't install viem. Only tests have it.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/receiver/**"],
    ignores: ["**/__tests__/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex:
                "^(?!node:|\\.|undici$|zod$)|modules/stablecoin/(?!webhooks/http/)",
              message: "The receiver runs without Medusa and a database.",
            },
          ],
        },
      ],
    },
  },
  ...importRules,
  {
    files: [
      "tools/**",
      "src/{cli,shared/command-line}/**",
      "integration-tests/setup/**",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: {
      sourceType: "commonjs",
      globals: {
        require: "readonly",
        module: "writable",
        process: "readonly",
        console: "readonly",
        __dirname: "readonly",
      },
    },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  }
)
