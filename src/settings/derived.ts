import { DECLARATIONS } from "./declarations"
import type { FormSection, ValueOf } from "./kinds"

type Declarations = typeof DECLARATIONS

/** A declared setting with its name. */
export type Setting = {
  [Name in keyof Declarations]: { name: Name } & Declarations[Name]
}[keyof Declarations]

/** A declared setting that is edited in a generic form. */
export type FormSetting = Extract<Setting, { section: FormSection }>

/** Every declared setting. */
export const SETTINGS = Object.entries(DECLARATIONS).map(
  ([name, declaration]) => ({ name, ...declaration })
  // `Object.entries` loses which name belongs to which declaration.
) as readonly Setting[]

/** The settings of a form, in order. */
export function settingsOf(section: FormSection): FormSetting[] {
  return SETTINGS.filter(
    (setting): setting is FormSetting => setting.section === section
  )
}

/** The values by their names in the Admin API. */
export type SettingValues = {
  [Name in keyof Declarations]: ValueOf<Declarations[Name]>
}

/** The options in `medusa-config.ts`. */
export type SettingOptions = {
  [Name in keyof Declarations as Declarations[Name]["option"]]?: OptionOf<
    ValueOf<Declarations[Name]>
  >
}

/** A list may contain unset environment variables. */
type OptionOf<Value> = Value extends string[] ? (string | undefined)[] : Value

/** The effective values by the names of their options. */
export type EffectiveOptions = {
  [Name in DefaultedName as Declarations[Name]["option"]]: ValueOf<
    Declarations[Name]
  >
} & {
  [
    Name in Exclude<
      keyof Declarations,
      DefaultedName
    > as Declarations[Name]["option"]
  ]?: ValueOf<Declarations[Name]>
}

type DefaultedName = {
  [Name in keyof Declarations]: Declarations[Name] extends { default: unknown }
    ? Name
    : never
}[keyof Declarations]
