import type { ESLint } from "eslint"

type Avoided = readonly (readonly [RegExp, string])[]

export const AVOIDED: Avoided
export const AVOIDED_IN_TEXTS: Avoided
export function problemsOf(text: string, avoided?: Avoided): string[]

type Rule = NonNullable<ESLint.Plugin["rules"]>[string]
export const plainComments: Rule
export const plainTexts: Rule
